import { nanoid } from 'nanoid'
import type { FieldPath } from 'react-hook-form'
import * as z from 'zod'
import { messagesOf, type ServerError } from '@/components/form/server-error'
import { momentAsTyped, momentOf } from '@/components/form/typed-moment'
import {
  policyDraftSchema,
  policyInput,
  policyMessage,
  USUAL_POLICY,
} from '@/components/question/policy-draft'
import type { Decision } from '@/server/contract/decision'
import { type AskInput, askSchema, type Start } from '@/server/contract/market'
import type { ContextView } from '@/server/contract/market-view'
import { DECISION_KINDS, RESOLVERS } from '@/server/protocol/decision'
import { exactCredits, MICROS_PER_CREDIT, parseCredits } from '@/server/shared/money'

const MINUTE_MS = 60_000

/** What people say when asked "by when?"; the last two open a field of their own. */
export const DEADLINES = [
  { value: '60', label: '1 hour' },
  { value: '360', label: '6 hours' },
  { value: '1440', label: '1 day' },
  { value: '4320', label: '3 days' },
  { value: '10080', label: '1 week' },
  { value: 'minutes', label: 'A number of minutes…' },
  { value: 'date', label: 'A day and time…' },
] as const

const DEADLINE_VALUES = DEADLINES.map((deadline) => deadline.value)
/** When its offers are read, as the form offers it. `once` is `now` with a single sitting. */
const STARTS = ['now', 'once', 'manual', 'quorum', 'deadline'] as const
type DraftStart = (typeof STARTS)[number]

/** The form as it is typed: amounts and numbers are text, rows are objects, what is not chosen is kept all the same. */
export const askDraftSchema = z.object({
  title: z.string(),
  body: z.string(),
  kind: z.enum(DECISION_KINDS),
  options: z.array(z.object({ text: z.string() })),
  claim: z.string(),
  /** Drafts of an earlier version have none of a forecast's parts, nor of a product's. */
  event: z.string().catch(''),
  /** As `deadlineDate`; empty for the moment when the outcome is due. */
  closes: z.string().catch(''),
  resolves: z.string().catch(''),
  resolver: z.enum(RESOLVERS).catch('asker'),
  source: z.string().catch(''),
  product: z.string().catch(''),
  price: z.string().catch(''),
  needs: z.string().catch(''),
  pages: z.array(z.object({ url: z.string() })),
  /** What was marked on one of the pages; drafts of an earlier version have none. */
  passage: z
    .object({ page: z.string(), exact: z.string(), prefix: z.string(), suffix: z.string() })
    .nullable()
    .catch(null),
  tags: z.array(z.string()),
  /** Asked by name: a handle or a bot's id, and what it is called. Drafts of an earlier version have none. */
  addressees: z.array(z.object({ to: z.string(), name: z.string() })).catch([]),
  budget: z.string(),
  deadline: z.enum(DEADLINE_VALUES),
  deadlineMinutes: z.string(),
  /** As it is typed, "2031-03-01 14:30", in the asker's own time zone. */
  deadlineDate: z.string(),
  start: z.enum(STARTS),
  quorum: z.string(),
  isTreePublic: z.boolean(),
  /** Drafts of an earlier version have none. */
  publishWhenDone: z.boolean().catch(false),
  isResaleAgreed: z.boolean().catch(false),
  policy: policyDraftSchema,
  /** Kept with the draft, so that even a form sent again after a lost reply asks once. */
  requestKey: z.string(),
})
export type AskDraft = z.infer<typeof askDraftSchema>

/** What somebody who asks again most likely wants again. */
export const askChoicesSchema = askDraftSchema.pick({
  budget: true,
  deadline: true,
  deadlineMinutes: true,
  start: true,
  quorum: true,
  isTreePublic: true,
  publishWhenDone: true,
  isResaleAgreed: true,
})

/** Ten credits: what an ordinary question with a few offers and one check costs in the demo market. */
const USUAL_BUDGET = exactCredits(10n * MICROS_PER_CREDIT)

const NO_DECISION = {
  event: '',
  closes: '',
  resolves: '',
  resolver: 'asker',
  source: '',
  product: '',
  price: '',
  needs: '',
} as const

export function emptyAskDraft(): AskDraft {
  return {
    title: '',
    body: '',
    kind: 'open',
    options: [{ text: '' }, { text: '' }],
    claim: '',
    ...NO_DECISION,
    pages: [],
    passage: null,
    tags: [],
    addressees: [],
    budget: USUAL_BUDGET,
    deadline: '1440',
    deadlineMinutes: '',
    deadlineDate: '',
    start: 'now',
    quorum: '3',
    isTreePublic: true,
    publishWhenDone: false,
    isResaleAgreed: false,
    policy: USUAL_POLICY,
    requestKey: nanoid(),
  }
}

/** The form as it would have asked an existing question; money and time keep what is usual, for they are not edited. */
export function draftOfView(view: ContextView): AskDraft {
  const { decision } = view
  const usual = emptyAskDraft()
  return {
    ...usual,
    title: view.title,
    body: view.body,
    kind: decision.kind,
    options: decision.kind === 'choice' ? decision.options.map((text) => ({ text })) : usual.options,
    claim: decision.kind === 'belief' ? decision.claim : '',
    ...(decision.kind === 'forecast'
      ? {
          event: decision.event,
          closes: momentAsTyped(decision.closesAt),
          resolves: momentAsTyped(decision.resolvesAt),
          resolver: decision.resolver,
          source: decision.source,
        }
      : {}),
    ...(decision.kind === 'buy'
      ? { product: decision.product, price: decision.price, needs: decision.needs }
      : {}),
    pages: view.pages.map((url) => ({ url })),
    tags: [...view.tags],
  }
}

/** Only words count: a draft of nothing but choices is not worth restoring. */
export function isEmptyAskDraft(draft: AskDraft): boolean {
  const words = [
    draft.title,
    draft.body,
    draft.claim,
    draft.event,
    draft.source,
    draft.product,
    draft.price,
    draft.needs,
    ...draft.options.map((option) => option.text),
    ...draft.pages.map((page) => page.url),
    ...draft.tags,
  ]
  return words.every((text) => text.trim() === '')
}

/**
 * What is typed, judged by the contract itself (`askSchema`) so that form and server cannot disagree; each complaint is
 * brought back to the field it is about. A day and time becomes minutes from the moment of judging.
 */
export const askFormSchema = askDraftSchema.transform((draft, ctx): AskInput => {
  const budget = parseCredits(draft.budget)
  const parsed = askSchema.safeParse({
    title: draft.title.replace(/\s*\n\s*/g, ' '),
    body: draft.body,
    decision: decisionOfDraft(draft),
    pages: draft.pages.map((page) => page.url).filter((url) => url.trim() !== ''),
    // Who takes the page out of the form asks about the passage no more.
    passage: draft.pages.some((page) => page.url.trim() === draft.passage?.page)
      ? (draft.passage ?? undefined)
      : undefined,
    tags: draft.tags,
    ...(draft.addressees.length > 0 ? { addressees: draft.addressees.map(({ to }) => to) } : {}),
    // An amount that cannot be read is reported below; the smallest legal one lets the other fields be judged.
    budgetMicros: budget.ok ? budget.micros : MICROS_PER_CREDIT,
    deadlineMinutes: minutesOf(draft, Date.now()),
    start: startOfDraft(draft),
    isTreePublic: draft.isTreePublic,
    // Only what everybody may watch is published.
    publishWhenDone: draft.isTreePublic && draft.publishWhenDone,
    // Agreed to here only with what it is about.
    isResaleAgreed: draft.isTreePublic && draft.publishWhenDone && draft.isResaleAgreed,
    policy: { ...policyInput(draft.policy), ...(isAnsweredOnce(draft.start) ? ONE_SITTING : {}) },
    requestKey: draft.requestKey,
  })
  if (!budget.ok) ctx.addIssue({ code: 'custom', path: ['budget'], message: budget.message })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const place = placeOf(issue.path, draft, pageRowsOf(draft))
    ctx.addIssue({ code: 'custom', path: [...place.path], message: place.message ?? issue.message })
  }
  return z.NEVER
})

export type AskErrorPlace = FieldPath<AskDraft> | 'root'

/** Server complaints by the form's own field names; what belongs to none of them comes back under "root". */
export function askErrors(error: ServerError, draft: AskDraft): { place: AskErrorPlace; message: string }[] {
  if (error.code === 'ledger.insufficient_funds') return [{ place: 'budget', message: error.message }]
  return messagesOf(error).map(({ field, message }) => {
    if (field === null) return { place: 'root', message }
    const named = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    const place = placeOf(named, draft, pageRowsOf(draft))
    const isKnown = Object.hasOwn(draft, String(place.path[0])) && place.path[0] !== 'requestKey'
    return isKnown
      ? { place: place.path.join('.') as AskErrorPlace, message: place.message ?? message }
      : { place: 'root', message }
  })
}

/** Empty rows are not sent: the n-th address that was may stand in a later row. */
function pageRowsOf(draft: AskDraft): (index: number) => number {
  const rows = draft.pages.flatMap((page, row) => (page.url.trim() === '' ? [] : [row]))
  return (index) => rows[index] ?? index
}

function decisionOfDraft(draft: AskDraft): Decision {
  switch (draft.kind) {
    case 'choice':
      return { kind: 'choice', options: draft.options.map((option) => option.text) }
    case 'belief':
      return { kind: 'belief', claim: draft.claim }
    case 'forecast': {
      const { event, resolver, source } = draft
      const resolvesAt = momentOf(draft.resolves)
      const closesAt = draft.closes === '' ? resolvesAt : momentOf(draft.closes)
      return { kind: 'forecast', event, closesAt, resolvesAt, resolver, source }
    }
    case 'buy':
      return { kind: 'buy', product: draft.product, price: draft.price, needs: draft.needs }
    case 'open':
      return { kind: 'open' }
  }
}

function startOfDraft({ start, quorum }: AskDraft): Start {
  if (start === 'quorum') return { rule: 'quorum', offers: numberOf(quorum) }
  return { rule: start === 'once' ? 'now' : start }
}

const ONE_SITTING = { maxSittings: 1 }

/** Nothing comes after its first reading. */
export function isAnsweredOnce(start: DraftStart): boolean {
  return start === 'once' || start === 'deadline'
}

/** Whole minutes from `nowMs`, rounded up; NaN where nothing usable was typed, which the contract refuses. */
function minutesOf(draft: AskDraft, nowMs: number): number {
  if (draft.deadline === 'minutes') return numberOf(draft.deadlineMinutes)
  if (draft.deadline === 'date')
    return Math.ceil((momentOf(draft.deadlineDate).getTime() - nowMs) / MINUTE_MS)
  return Number(draft.deadline)
}

/** When the deadline would be, for the line under the field; null until it can be known. */
export function deadlineAt(
  draft: Pick<AskDraft, 'deadline' | 'deadlineMinutes' | 'deadlineDate'>,
  nowMs: number,
): Date | null {
  if (draft.deadline === 'date') {
    const at = momentOf(draft.deadlineDate)
    return Number.isNaN(at.getTime()) ? null : at
  }
  const minutes = draft.deadline === 'minutes' ? numberOf(draft.deadlineMinutes) : Number(draft.deadline)
  return Number.isFinite(minutes) && minutes > 0 ? new Date(nowMs + minutes * MINUTE_MS) : null
}

function numberOf(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN
}

type Place = { path: readonly (string | number)[]; message?: string }

/** Where the parts of a decision stand in the form; a moment that cannot be read is none. */
const DECISION_PLACES = {
  claim: { path: ['claim'] },
  event: { path: ['event'] },
  closesAt: {
    path: ['closes'],
    message: 'Write a day and time like 2031-03-01 14:30, at the deadline or later.',
  },
  resolvesAt: {
    path: ['resolves'],
    message:
      'Write the day and time from which the outcome can be told, like 2031-03-01 14:30, when it closes or later.',
  },
  resolver: { path: ['resolver'] },
  source: { path: ['source'] },
  product: { path: ['product'] },
  price: { path: ['price'] },
  needs: { path: ['needs'] },
} as const satisfies Record<string, { path: [keyof AskDraft]; message?: string }>

const FIRST_FIELD = {
  open: 'kind',
  choice: 'options',
  belief: 'claim',
  forecast: 'event',
  buy: 'product',
} as const satisfies Record<AskDraft['kind'], keyof AskDraft>

const QUORUM_MESSAGE = 'Write a whole number of offers, from 1 to 50.'

/** Where in the form a complaint about the contract's input belongs. */
function placeOf(path: readonly PropertyKey[], draft: AskDraft, pageRow: (index: number) => number): Place {
  const [top, second, third] = path
  const index = typeof second === 'number' ? second : null
  switch (top) {
    case 'decision':
      if (second === 'options')
        return { path: typeof third === 'number' ? ['options', third, 'text'] : ['options'] }
      if (typeof second === 'string' && Object.hasOwn(DECISION_PLACES, second))
        return DECISION_PLACES[second as keyof typeof DECISION_PLACES]
      return { path: [FIRST_FIELD[draft.kind]] }
    case 'pages':
      return { path: index === null ? ['pages'] : ['pages', pageRow(index), 'url'] }
    case 'tags':
      return index === null
        ? { path: ['tags'] }
        : {
            path: ['tags'],
            message: `“${draft.tags[index]}” will not do: a tag is one word of letters, digits, + # . or -.`,
          }
    // The one complaint names whom it is about.
    case 'addressees':
      return { path: ['addressees'] }
    case 'budgetMicros':
      return { path: ['budget'] }
    case 'deadlineMinutes':
    case 'deadlineAt':
      return deadlinePlace(draft)
    case 'start':
      return draft.start === 'quorum' ? { path: ['quorum'], message: QUORUM_MESSAGE } : { path: ['start'] }
    case 'policy':
      return typeof second === 'string'
        ? { path: ['policy', second], message: policyMessage(second) }
        : { path: ['policy'] }
    default:
      return { path: [String(top)] }
  }
}

function deadlinePlace(draft: AskDraft): Place {
  if (draft.deadline === 'minutes') {
    return {
      path: ['deadlineMinutes'],
      message: 'Write a whole number of minutes: at least 1, at most 129 600 (90 days).',
    }
  }
  if (draft.deadline === 'date') {
    return {
      path: ['deadlineDate'],
      message: 'Write a day and time like 2031-03-01 14:30 that is still to come, at most 90 days away.',
    }
  }
  return { path: ['deadline'] }
}
