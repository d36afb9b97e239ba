import { CHOICES } from './choices'
import { CLAIMS } from './claims'
import { PAID_ANSWERS } from './paid-answers'
import type { SeedStory } from './types'

/** All that happened in the demo market before it opened. */
export const STORIES: readonly SeedStory[] = [...PAID_ANSWERS, ...CLAIMS, ...CHOICES]
