import { type SeedWorld, WORLDS } from '@/db/seed/worlds'
import { builtInModel } from '../llm/built-in/built-in'
import {
  type AnswerReply,
  type AnswerTask,
  type KnownInfo,
  type Model,
  NO_USAGE,
  type RecommendTask,
} from '../llm/model'

/** Who an answer of a stated world is by, so that nobody takes it for the built-in inspector's judgement. */
export const WORKED_EXAMPLE = 'Worked example'

/**
 * The built-in inspector with answers to claims whose world is stated (`db/seed/worlds.ts`): there a probability is
 * known, which words alone never carry.
 */
export const workedExampleModel: Model = {
  ...builtInModel,
  async recommend(task, signal) {
    const world = WORLDS.find(({ claim }) => isOf(task, claim))
    if (!world) return builtInModel.recommend(task, signal)
    const value = { kind: 'belief' as const, probability: chanceIn(world, task.dossier) }
    return { ok: true, value, usage: NO_USAGE, by: WORKED_EXAMPLE }
  },
  async answer(task, signal) {
    const written = await builtInModel.answer(task, signal)
    const world = WORLDS.find(({ claim }) => isOf(task, claim))
    return written.ok && world
      ? { ...written, value: inWorld(world, task, written.value), by: WORKED_EXAMPLE }
      : written
  },
}

function isOf({ question: { decision } }: RecommendTask, claim: string): boolean {
  return decision.kind === 'belief' && decision.claim === claim
}

function inWorld(world: SeedWorld, { dossier }: AnswerTask, { markdown }: AnswerReply): AnswerReply {
  const percent = Math.round(chanceIn(world, dossier) * 100)
  const cited = dossier.map(({ handle }) => `[${handle}]`).join('')
  const result = `In the world that this worked example states, the claim is **${percent} %** likely to be true. ${cited}`
  // What the built-in inspector says first is that words cannot tell.
  const [, ...extracts] = markdown.split('\n\n')
  return { markdown: [result.trim(), ...extracts].join('\n\n') }
}

/** By what is known of the texts that the world speaks of; any other changes nothing. */
function chanceIn({ texts, chances }: SeedWorld, dossier: readonly KnownInfo[]): number {
  const known = Object.entries(texts).filter(([, says]) =>
    dossier.some(({ privateInfo }) => privateInfo.includes(says)),
  )
  const chance = chances[known.map(([letter]) => letter).join('')]
  if (chance === undefined) throw new Error('A worked example does not state the chance of its claim')
  return chance
}
