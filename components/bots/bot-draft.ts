import { nanoid } from 'nanoid'
import * as z from 'zod'
import { placeInBotForm } from '@/components/bots/bot-places'
import { messagesOf, type ServerError } from '@/components/form/server-error'
import {
  draftOfMatcher,
  emptyMatcherDraft,
  isEmptyMatcherDraft,
  matcherDraftSchema,
  readMatcherDraft,
} from '@/components/matcher/matcher-draft'
import { licenceDraft, licenceTerms } from '@/components/offer/offer-draft'
import {
  type BotInput,
  type BotView,
  botInputSchema,
  capsSchema,
  hasBounds,
  USUAL_EMBEDDING_MODEL,
} from '@/server/contract/bots'
import { FOR_ASKER } from '@/server/contract/licence'
import type { MatcherQuery } from '@/server/contract/matching'
import { AMOUNT_MICROS_MAX, exactCredits, PRICE_MICROS_MIN, parseCredits } from '@/server/shared/money'
import { LICENCES } from '@/server/words/licence'
import { AUDIENCES, BOT_KINDS, type BotKind, PRICE_RULES, RULES_OF_KIND } from '@/server/words/sellers'

/** A bot as it is typed: amounts and numbers are text; what belongs to another kind is kept all the same. */
export const botDraftSchema = z.object({
  kind: z.enum(BOT_KINDS),
  name: z.string(),
  about: z.string(),
  teaser: z.string(),
  /** `fixed`: the information it sells; `llm`: what it knows and how it answers. Apart, for they are different texts. */
  information: z.string(),
  prompt: z.string(),
  matcher: matcherDraftSchema,
  rule: z.enum(PRICE_RULES),
  price: z.string(),
  priceMin: z.string(),
  priceMax: z.string(),
  /** Drafts of an earlier version have none. */
  licence: z.enum(LICENCES).catch('asker'),
  /** What each later reader pays, for `resale`. */
  resale: z.string().catch(''),
  who: z.enum(AUDIENCES),
  handles: z.array(z.string()),
  offersPerDay: z.string(),
  offersPerContext: z.string(),
  tokensPerDay: z.string(),
  hasOwnModel: z.boolean(),
  modelName: z.string(),
  modelBaseUrl: z.string(),
  /** Empty for none. */
  modelEmbeddings: z.string(),
  /** Never kept with the draft; empty leaves the stored one. */
  modelKey: z.string(),
  removesKey: z.boolean(),
  /** Dollars for a million tokens; empty when unknown. */
  modelInput: z.string(),
  modelOutput: z.string(),
  /** In per cent, as typed. */
  fitMin: z.string(),
  namesDocuments: z.boolean(),
  usesEmbeddings: z.boolean(),
  url: z.string(),
  /** Kept with the draft, so that even a form sent again after a lost reply makes one bot. */
  requestKey: z.string(),
})
export type BotDraft = z.infer<typeof botDraftSchema>

/** What is usual comes from the contract, so that it is said once. */
const USUAL_CAPS = capsSchema.parse({})
const USUAL_FIT_MIN = '30'

export function emptyBotDraft(): BotDraft {
  return {
    kind: 'fixed',
    name: '',
    about: '',
    teaser: '',
    information: '',
    prompt: '',
    matcher: emptyMatcherDraft(),
    rule: 'fixed',
    price: '',
    priceMin: '',
    priceMax: '',
    ...licenceDraft(FOR_ASKER),
    who: 'everyone',
    handles: [],
    offersPerDay: String(USUAL_CAPS.offersPerDay),
    offersPerContext: String(USUAL_CAPS.offersPerContext),
    tokensPerDay: String(USUAL_CAPS.tokensPerDay),
    hasOwnModel: false,
    modelName: '',
    modelBaseUrl: '',
    modelEmbeddings: USUAL_EMBEDDING_MODEL,
    modelKey: '',
    removesKey: false,
    modelInput: '',
    modelOutput: '',
    fitMin: USUAL_FIT_MIN,
    namesDocuments: false,
    usesEmbeddings: false,
    url: '',
    requestKey: nanoid(),
  }
}

/** Only words count: a draft of nothing but choices is not worth restoring. */
export function isEmptyBotDraft(draft: BotDraft): boolean {
  const { name, about, teaser, information, prompt, url, matcher } = draft
  return (
    [name, about, teaser, information, prompt, url].every((text) => text.trim() === '') &&
    isEmptyMatcherDraft(matcher)
  )
}

/** What of a draft may lie in the browser: a key never does. */
export function keptBotDraft(draft: BotDraft): BotDraft {
  return { ...draft, modelKey: '' }
}

/** An own bot, ready to be edited. */
export function draftOfBot(bot: BotView, own: NonNullable<BotView['own']>): BotDraft {
  const amount = (micros: bigint | null) => (micros === null ? '' : exactCredits(micros))
  const cost = (micros: bigint | undefined) => (micros ? exactCredits(micros) : '')
  return {
    ...emptyBotDraft(),
    kind: bot.kind,
    name: bot.name,
    about: bot.about,
    teaser: bot.teaser,
    information: bot.kind === 'fixed' ? own.knowledge : '',
    prompt: bot.kind === 'llm' ? own.knowledge : '',
    matcher: draftOfMatcher(bot.matcher),
    rule: bot.price.rule,
    price: amount(bot.price.priceMicros),
    priceMin: amount(bot.price.minMicros),
    priceMax: amount(bot.price.maxMicros),
    ...licenceDraft(bot.licence),
    who: own.audience.who,
    handles: own.audience.handles,
    offersPerDay: String(own.caps.offersPerDay),
    offersPerContext: String(own.caps.offersPerContext),
    tokensPerDay: String(own.caps.tokensPerDay),
    hasOwnModel: own.ownModel !== null,
    modelName: own.ownModel?.model ?? '',
    modelBaseUrl: own.ownModel?.baseUrl ?? '',
    modelEmbeddings: own.ownModel?.embeddingModel ?? USUAL_EMBEDDING_MODEL,
    modelInput: cost(own.ownModel?.inputMicroUsd),
    modelOutput: cost(own.ownModel?.outputMicroUsd),
    fitMin: String(Math.round(own.fitMin * 10_000) / 100),
    namesDocuments: own.namesDocuments,
    usesEmbeddings: own.usesEmbeddings,
    url: own.url ?? '',
  }
}

/** The rule in force: a rule that the chosen kind cannot follow gives way to its first. */
export function ruleOf({ kind, rule }: Pick<BotDraft, 'kind' | 'rule'>): BotDraft['rule'] {
  const rules = RULES_OF_KIND[kind]
  return rules.includes(rule) ? rule : (rules[0] ?? 'fixed')
}

/** Kinds that call a model, by themselves or for their search. */
export const callsModels = (draft: Pick<BotDraft, 'kind' | 'usesEmbeddings'>) =>
  draft.kind === 'llm' || (draft.kind === 'corpus' && draft.usesEmbeddings)

/** A query that asks for something, put where the typed one cannot be read, so that the rest is judged all the same. */
const ANY_QUERY: Partial<MatcherQuery> = { budgetMicrosMin: 1n }

/**
 * What is typed, judged by the contract itself (`botInputSchema`) so that form and server cannot disagree; each complaint is
 * brought back to the field it is about.
 */
export const botFormSchema = botDraftSchema.transform((draft, ctx): BotInput => {
  const complain = (field: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: field.split('.'), message })
  /** An amount that cannot be read has its complaint; a legal one in its place lets the rest be judged. */
  const read = (field: 'price' | 'priceMin' | 'priceMax', instead: bigint) => {
    const amount = parseCredits(draft[field])
    if (!amount.ok) complain(field, amount.message)
    return amount.ok ? amount.micros : instead
  }
  const dollars = (field: 'modelInput' | 'modelOutput') => {
    if (draft[field].trim() === '') return 0n
    const amount = parseCredits(draft[field].replace('$', ''))
    if (!amount.ok) complain(field, 'Write dollars, for example 0.15, or leave it empty.')
    return amount.ok ? amount.micros : 0n
  }
  const rule = ruleOf(draft)
  const matcher = readMatcherDraft(draft.matcher)
  if (!matcher.ok) {
    for (const [field, message] of Object.entries(matcher.errors)) complain(`matcher.${field}`, message)
  }
  const parsed = botInputSchema.safeParse({
    kind: draft.kind,
    name: draft.name,
    about: draft.about,
    matcher: matcher.ok ? matcher.query : ANY_QUERY,
    price: {
      rule,
      priceMicros: read('price', PRICE_MICROS_MIN),
      minMicros: hasBounds(rule) ? read('priceMin', PRICE_MICROS_MIN) : null,
      maxMicros: hasBounds(rule) ? read('priceMax', AMOUNT_MICROS_MAX) : null,
    },
    licence: licenceTerms(draft, (message) => complain('resale', message)),
    audience: { who: draft.who, handles: draft.who === 'everyone' ? [] : draft.handles.map(plainHandle) },
    caps: {
      offersPerDay: wholeNumber(draft.offersPerDay),
      offersPerContext: draft.kind === 'fixed' ? 1 : wholeNumber(draft.offersPerContext),
      tokensPerDay: callsModels(draft) ? wholeNumber(draft.tokensPerDay) : USUAL_CAPS.tokensPerDay,
    },
    teaser: draft.teaser,
    knowledge: draft.kind === 'fixed' ? draft.information : draft.prompt,
    ownModel: callsModels(draft) && draft.hasOwnModel ? ownModelOf(draft, dollars) : null,
    fitMin: Number(draft.fitMin.trim().replace(',', '.') || Number.NaN) / 100,
    namesDocuments: draft.namesDocuments,
    usesEmbeddings: draft.usesEmbeddings,
    url: draft.url.trim(),
  })
  // The contract allows it, for then the bot serves nobody; nobody means that.
  if (draft.who === 'only' && draft.handles.length === 0) {
    complain('handles', 'Name at least one person, or let it answer everyone.')
  }
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const place = placeInBotForm(issue.path, draft.kind)
    complain(place?.field ?? 'name', place?.message ?? issue.message)
  }
  return z.NEVER
})

function ownModelOf(draft: BotDraft, dollars: (field: 'modelInput' | 'modelOutput') => bigint) {
  return {
    model: draft.modelName,
    baseUrl: draft.modelBaseUrl.trim(),
    embeddingModel: draft.modelEmbeddings,
    apiKey: draft.modelKey.trim() || (draft.removesKey ? '' : null),
    inputMicroUsd: dollars('modelInput'),
    outputMicroUsd: dollars('modelOutput'),
  }
}

/** Names may be written as people see them, "@ada". */
const plainHandle = (handle: string) => handle.replace(/^@/, '')

function wholeNumber(text: string): number {
  const digits = text.replace(/\s/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** Server complaints by the form's own field names; what belongs to none of them comes back under "root". */
export function botErrors(error: ServerError, kind: BotKind): { place: string; message: string }[] {
  return messagesOf(error).map(({ field, message }) => {
    const place = field === null ? null : placeInBotForm(field.split('.'), kind)
    return { place: place?.field ?? 'root', message: place?.message ?? message }
  })
}
