import { nanoid } from 'nanoid'
import * as z from 'zod'
import { messagesOf, type ServerError } from '@/components/form/server-error'
import { readRecommendation } from '@/components/games/recommendation-fields'
import { type OpenGameInput, openGameSchema } from '@/server/contract/games'
import { parseCredits } from '@/server/shared/money'
import { canEvaluate, EVALUATORS, type Evaluator, GAME_DECISIONS } from '@/server/words/games'

/** A new game as it is typed. */
export const gameDraftSchema = z.object({
  title: z.string(),
  body: z.string(),
  kind: z.enum(GAME_DECISIONS),
  claim: z.string(),
  /** One a line. */
  options: z.string(),
  /** As chosen; where it cannot evaluate, somebody does it by hand. */
  evaluator: z.enum(EVALUATORS),
  /** A percentage, or a utility for each option. */
  first: z.array(z.string()),
  isOwn: z.boolean(),
  seats: z.int(),
  turnsMost: z.int(),
  turnSeconds: z.int(),
  pot: z.string(),
  stake: z.string(),
  rate: z.string(),
  /** Kept with the draft, so that even a form sent again after a lost reply opens one game. */
  requestKey: z.string(),
})
export type GameDraft = z.infer<typeof gameDraftSchema>

export type GameField =
  | 'title'
  | 'body'
  | 'claim'
  | 'options'
  | 'evaluator'
  | 'first'
  | 'pot'
  | 'stake'
  | 'rate'
/** What is wrong at each field; `other` is about none of them. */
export type GameErrors = Partial<Record<GameField | 'other', string>>

/** Three players and an hour for each turn: short enough to see an end, long enough for people. */
export function emptyGameDraft(hasModel: boolean): GameDraft {
  return {
    title: '',
    body: '',
    kind: 'belief',
    claim: '',
    options: '',
    evaluator: hasModel ? 'model' : 'asker',
    first: [''],
    isOwn: false,
    seats: 3,
    turnsMost: 9,
    turnSeconds: 3_600,
    pot: '2',
    stake: '1',
    rate: '1',
    requestKey: nanoid(),
  }
}

/** Nothing was written yet, whatever was chosen. */
export const isEmptyGameDraft = ({ title, body, claim, options, first }: GameDraft): boolean =>
  [title, body, claim, options, ...first].every((text) => text.trim() === '')

export const optionsIn = ({ options }: Pick<GameDraft, 'options'>): string[] =>
  options
    .split('\n')
    .map((option) => option.trim())
    .filter((option) => option !== '')

/** Who evaluates, as far as this market can. */
export const evaluatorOf = ({ evaluator, kind }: GameDraft, hasModel: boolean): Evaluator =>
  canEvaluate(evaluator, kind, { hasModel }) ? evaluator : 'asker'

/** What is recommended at first, a text for each thing that is asked. */
export const firstOf = (draft: GameDraft): string[] =>
  draft.kind === 'belief'
    ? [draft.first[0] ?? '']
    : optionsIn(draft).map((_, place) => draft.first[place] ?? '')

export type ReadGame = { ok: true; input: OpenGameInput } | { ok: false; errors: GameErrors }

/** The game as the contract has it, or what is wrong with each field. */
export function readGameDraft(draft: GameDraft, hasModel: boolean): ReadGame {
  const errors: GameErrors = {}
  const amount = (field: 'pot' | 'stake' | 'rate') => {
    const read = parseCredits(draft[field])
    if (read.ok) return read.micros
    errors[field] = read.message
    // Legal, so that it is complained of once.
    return 1n
  }
  const evaluator = evaluatorOf(draft, hasModel)
  const first =
    evaluator === 'asker' ? readRecommendation(firstOf(draft), { decision: draft.kind }) : undefined
  if (typeof first === 'string') errors.first = first
  const { title, body, kind, claim, isOwn, seats, turnsMost, turnSeconds, requestKey } = draft
  const read = openGameSchema.safeParse({
    title,
    body,
    decision: kind === 'belief' ? { kind, claim } : { kind, options: optionsIn(draft) },
    evaluator,
    ...(typeof first === 'object' ? { first } : {}),
    isOwn,
    seats,
    turnsMost,
    turnSeconds,
    potMicros: amount('pot'),
    stakeMicros: amount('stake'),
    rateMicros: amount('rate'),
    requestKey,
  })
  for (const { path, message } of read.error?.issues ?? []) errors[fieldOf(path.join('.'), draft)] ??= message
  // With too few options there is nothing to value yet.
  if (errors.options !== undefined) delete errors.first
  return read.success && Object.keys(errors).length === 0
    ? { ok: true, input: read.data }
    : { ok: false, errors }
}

/** Server complaints at the fields they are about. */
export function gameErrors(error: ServerError, draft: GameDraft): GameErrors {
  const errors: GameErrors = {}
  for (const { field, message } of messagesOf(error))
    errors[field === null ? 'other' : fieldOf(field, draft)] ??= message
  return errors
}

const FIELDS: Readonly<Record<string, GameField>> = {
  title: 'title',
  body: 'body',
  evaluator: 'evaluator',
  first: 'first',
  potMicros: 'pot',
  stakeMicros: 'stake',
  rateMicros: 'rate',
}

/** Of a place in the contract the field that is typed for it. */
function fieldOf(place: string, { kind }: Pick<GameDraft, 'kind'>): GameField | 'other' {
  const [name = ''] = place.split('.')
  if (name === 'decision') return kind === 'belief' ? 'claim' : 'options'
  return FIELDS[name] ?? 'other'
}
