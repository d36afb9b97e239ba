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
import { BUILT_IN_AGENT } from '../words/by-ai'

/** Who an answer of a stated world is by, so that nobody takes its probabilities for the built-in inspector's judgement. */
const WORKED_EXAMPLE = `${BUILT_IN_AGENT}, with probabilities that this example states`

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
  const cited = dossier.map(({ handle }) => `[${handle}]`).join('')
  // What moves the figure by itself is told first: otherwise a correction that came before it seems to have done nothing.
  const before = chanceIn(world, [])
  const alone = dossier
    .map((info) => ({ info, chance: chanceIn(world, [info]) }))
    .filter(({ chance }) => chance !== before)
    .map(({ info, chance }) => `With [${info.handle}] alone it would be ${percent(chance)}.`)
  const result = [
    `The claim was put at ${percent(before)} before anything was bought.`,
    ...alone,
    `Knowing all that was bought, it is **${percent(chanceIn(world, dossier))}**. ${cited}`,
  ]
  // What the built-in inspector says first is that words cannot tell.
  const [, ...extracts] = markdown.split('\n\n')
  return { markdown: [result.join(' ').trim(), ...extracts].join('\n\n') }
}

/** Never broken between two lines. */
const percent = (chance: number) => `${Math.round(chance * 100)}\u00a0%`

/** By what is known of the texts that the world speaks of; any other changes nothing. */
function chanceIn({ texts, chances }: SeedWorld, dossier: readonly KnownInfo[]): number {
  const known = Object.entries(texts).filter(([, says]) =>
    dossier.some(({ privateInfo }) => privateInfo.includes(says)),
  )
  const chance = chances[known.map(([letter]) => letter).join('')]
  if (chance === undefined) throw new Error('A worked example does not state the chance of its claim')
  return chance
}
