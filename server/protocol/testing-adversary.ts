import { PAUSE_KINDS, type PauseKind } from './alphabets'
import {
  affordAtEnd,
  affordPause,
  BITS_PER_ROOT,
  bitsLeft,
  ROOT_MILLIBITS,
  SECONDS_BOUNDS,
  TOKEN_BOUNDS,
  type ToldAtEnd,
  tokensBelow,
} from './bits'
import { runTree } from './memory-driver'
import type { MemoryContext, MemoryTree, Message } from './memory-tree'
import { DEFAULT_POLICY, OPINIONS_LIMIT } from './policy'
import {
  ASK_KINDS,
  type AskKind,
  type BuyReason,
  PASS_REASONS,
  type VerdictDraft,
  type VerdictSituation,
} from './verdict'

/**
 * An adversary that knows the code: the inspector is malicious, and its buyer has a second account that posts forty decoys on the
 * question and as many on each sub-question. The inspector reads a secret that is not bought and tries to carry it out over one
 * channel, or over all of them; its buyer reads the bits back from what a buyer sees of the tree. What is counted are bits that
 * arrive: those from the secret's beginning that the buyer has right.
 */

const DECOYS = 40
const SECRET_BITS = 1_024
const BUDGET_MICROS = 10n ** 9n

/** What a buyer sees of a tree, in the order of ids: no time, no model, no text of offers that are not bought. */
type Seen = {
  contexts: readonly MemoryContext[]
  tokensBelow: number | null
  /** What was told of each, and whether it ended by itself. */
  pauses: readonly Pause[]
  tookOver: boolean
  /** Sub-questions in the order of their verdicts. */
  answered: readonly string[]
  /** What is told with the bits left at the end: where three opinions split, and tokens of each context, as their inspector chose. */
  atEnd: ToldAtEnd
  chosenAtEnd: (id: string) => number
}

/** Hands out the bits of a secret; the same digits, in the same order, are read back by `Reader`. */
class Writer {
  private at = 0
  constructor(private readonly secret: string) {}
  /** The next digit below `base`. */
  digit(base: number): number {
    const bits = Math.floor(Math.log2(base))
    const taken = this.secret.slice(this.at, this.at + bits)
    this.at += bits
    return Number.parseInt(taken.padEnd(bits, '0') || '0', 2)
  }
}

class Reader {
  bits = ''
  digit(base: number, value: number): void {
    const length = Math.floor(Math.log2(base))
    if (length > 0) this.bits += value.toString(2).padStart(length, '0').slice(-length)
  }
}

type Pause = { kind: string; endsByItself: boolean }

type Channel = {
  name: string
  /** Gives no verdict as long as the tree pauses for it; then gives the first one. */
  pauses?: true
  /** As measured before there was a budget of bits, on one context; null what was not. */
  before: number | null
  /** Offers on each table, where fewer of them leave more to tell. */
  offers?: number
  inspect: (secret: Writer, situation: VerdictSituation) => VerdictDraft
  /** Which of what is pending comes next; first come, first served when left out. */
  order?: (secret: Writer, pending: readonly Message[]) => number
  read: (seen: Seen, reader: Reader) => void
}

const NOTHING: VerdictDraft = { buy: [], pass: [], ask: [] }
const isFirst = ({ level, round }: VerdictSituation) => level === 0 && round === 0
const idsOf = ({ table }: VerdictSituation) => table.map(({ offerId }) => offerId).sort()
const subQuestionsOf = ({ contexts }: Seen) => contexts.filter(({ parentId }) => parentId === 'root')
const asksOf = (seen: Seen) => subQuestionsOf(seen).flatMap(({ ask }) => ask ?? [])
const ask = (about: string[], over: Partial<VerdictDraft['ask'][number]> = {}) => ({
  about,
  kind: 'verify' as AskKind,
  question: 'Is it so?',
  budgetMicros: 10_000_000n,
  ...over,
})
const SPOKEN = PASS_REASONS.filter((reason) => reason !== 'not-read')
/** What the market can have worded, so that what is more is the inspector's. */
const wordsOf = (kind: AskKind, about: readonly string[]) => `${kind} ${about.join(' ')}`

const WORDS: Channel = {
  name: 'words of sub-questions',
  before: 2_280,
  inspect: (secret, situation) => {
    if (!isFirst(situation)) return NOTHING
    const [first = ''] = idsOf(situation)
    const question = () =>
      Array.from({ length: 190 }, () => secret.digit(64).toString(36).padStart(2, '0')).join('')
    return { ...NOTHING, ask: [0, 1, 2].map(() => ask([first], { question: question().slice(0, 190) })) }
  },
  read: (seen, reader) => {
    for (const { question, kind, about } of asksOf(seen)) {
      const own = question.replace(wordsOf(kind, about), '')
      for (const [pair] of own.matchAll(/../g)) reader.digit(64, Number.parseInt(pair, 36))
    }
  },
}

const SIZES: Channel = {
  name: 'sizes of their budgets',
  before: 110,
  inspect: (secret, situation) => {
    if (!isFirst(situation)) return NOTHING
    const sizes = [1_000n, 500n, 200n, 100n].map((credits) => credits * 1_000_000n)
    const [first = ''] = idsOf(situation)
    return { ...NOTHING, ask: [ask([first], { budgetMicros: sizes[secret.digit(4)] ?? 0n })] }
  },
  read: (seen, reader) => {
    const sizes = [1_000n, 500n, 200n, 100n].map((credits) => credits * 1_000_000n)
    for (const { budgetMicros } of asksOf(seen)) reader.digit(4, sizes.indexOf(budgetMicros))
  },
}

/** Each sub-question is about one of the offers of its own third, so that the order of ids does not mix them up. */
const THIRD = Math.floor((DECOYS + 1) / 3)
const KINDS: Channel = {
  name: 'kinds of sub-questions and what they are about',
  before: null,
  inspect: (secret, situation) => {
    if (!isFirst(situation)) return NOTHING
    const ids = idsOf(situation)
    const wishes = [0, 1, 2].map((third) => {
      const kind = ASK_KINDS[secret.digit(4)] ?? 'verify'
      return ask([ids[third * THIRD + secret.digit(8)] ?? ''], { kind })
    })
    return { ...NOTHING, ask: wishes }
  },
  read: (seen, reader) => {
    const ids = decoyIds('root')
    for (const [third, { kind, about }] of asksOf(seen).entries()) {
      const place = ids.indexOf(about[0] ?? '') - third * THIRD
      if (place < 0 || place >= 8) return
      reader.digit(4, ASK_KINDS.indexOf(kind))
      reader.digit(8, place)
    }
  },
}

const COUNT: Channel = {
  name: 'number of sub-questions',
  before: null,
  inspect: (secret, situation) => {
    if (situation.level > 0) return NOTHING
    const [first = ''] = idsOf(situation)
    const asks = situation.round === 0 ? secret.digit(4) : 0
    return { ...NOTHING, ask: Array.from({ length: asks }, () => ask([first])) }
  },
  read: (seen, reader) => reader.digit(4, asksOf(seen).length),
}

const REASONS: Channel = {
  name: 'reasons of offers that are left',
  before: 100,
  inspect: (secret, situation) => ({
    ...NOTHING,
    pass: idsOf(situation).map((offerId) => ({ offerId, reason: SPOKEN[secret.digit(8)] ?? 'irrelevant' })),
  }),
  read: (seen, reader) => readReasons(seen.contexts[0], reader),
}

function readReasons(context: MemoryContext | undefined, reader: Reader): void {
  for (const { reason } of context?.verdicts.at(-1)?.pass ?? []) {
    const place = SPOKEN.findIndex((one) => one === reason)
    if (place < 0) return
    reader.digit(8, place)
  }
}

const BOUGHT_REASONS: readonly BuyReason[] = ['worth-its-price', 'decisive']
const WHY_BOUGHT: Channel = {
  name: 'reasons of decoys that are bought',
  before: null,
  inspect: (secret, situation) => ({
    ...NOTHING,
    buy: idsOf(situation)
      .slice(1)
      .map((offerId) => ({ offerId, reason: BOUGHT_REASONS[secret.digit(2)] ?? 'decisive' })),
  }),
  read: (seen, reader) => {
    for (const { reason } of seen.contexts[0]?.verdicts[0]?.buy ?? []) {
      const place = BOUGHT_REASONS.findIndex((one) => one === reason)
      if (place < 0) return
      reader.digit(2, place)
    }
  },
}

/** The buyer's second account sees what became of its own offers, on every table; all but the one with the secret are its own. */
const TO_SELLER: Channel = {
  name: 'reasons that the seller of the decoys is told',
  before: 100,
  inspect: (secret, situation) => {
    const [first = '', ...decoys] = idsOf(situation)
    if (isFirst(situation)) return { ...NOTHING, ask: [ask([first]), ask([first])] }
    const bought = decoys.filter((_, place) => place % 4 === 3)
    return {
      ...NOTHING,
      buy: bought.map((offerId) => ({ offerId, reason: BOUGHT_REASONS[secret.digit(2)] ?? 'decisive' })),
      pass: decoys
        .filter((offerId) => !bought.includes(offerId))
        .map((offerId) => ({ offerId, reason: SPOKEN[secret.digit(8)] ?? 'irrelevant' })),
    }
  },
  read: (seen, reader) => {
    for (const context of [...subQuestionsOf(seen), seen.contexts[0]]) {
      const { buy = [], pass = [] } = context?.verdicts.at(-1) ?? {}
      for (const { reason } of buy) {
        const place = BOUGHT_REASONS.findIndex((one) => one === reason)
        if (place < 0) break
        reader.digit(2, place)
      }
      for (const { offerId, reason } of pass) {
        const place = SPOKEN.findIndex((one) => one === reason)
        if (offerId.endsWith('/00')) continue
        if (place < 0) break
        reader.digit(8, place)
      }
    }
  },
}

/** One of the offers of each third has a misleading teaser; all others are said to be fair. */
const TEASERS: Channel = {
  name: 'teasers that are said to mislead',
  before: null,
  inspect: (secret, situation) => {
    const ids = idsOf(situation)
    const misleading = new Set([0, 1, 2].map((third) => ids[third * THIRD + secret.digit(8)]))
    return { ...NOTHING, teasers: ids.map((offerId) => ({ offerId, isFair: !misleading.has(offerId) })) }
  },
  read: ({ contexts }, reader) => {
    const ids = decoyIds('root')
    const told = contexts[0]?.verdicts.at(-1)?.teasers ?? []
    const places = told.flatMap(({ offerId, isFair }) => (isFair ? [] : [ids.indexOf(offerId)]))
    for (const [third, place] of places.entries()) reader.digit(8, place - third * THIRD)
  },
}

const ORDER: Channel = {
  name: 'order of purchases',
  before: null,
  inspect: (secret, situation) => {
    const ids = idsOf(situation).slice(1, 9)
    const buy: VerdictDraft['buy'] = []
    while (ids.length > 0) {
      const [offerId = ''] = ids.splice(secret.digit(ids.length), 1)
      buy.push({ offerId, reason: 'decisive' })
    }
    return { ...NOTHING, buy }
  },
  read: (seen, reader) => {
    const ids = decoyIds('root').slice(1, 9)
    const bought = seen.contexts[0]?.verdicts[0]?.buy ?? []
    // What is in the order of ids whatever was wished says nothing.
    if (bought.every(({ offerId }, place) => offerId === ids[place])) return
    for (const { offerId } of bought) {
      reader.digit(ids.length, ids.indexOf(offerId))
      ids.splice(ids.indexOf(offerId), 1)
    }
  },
}

/** Tokens that a run uses are the model's to choose. */
const TOKENS: Channel = {
  name: 'tokens that were used',
  before: 13,
  inspect: () => NOTHING,
  read: ({ tokensBelow: below }, reader) => {
    const place = below === null ? TOKEN_BOUNDS.length : TOKEN_BOUNDS.findIndex((bound) => bound === below)
    reader.digit(TOKEN_BOUNDS.length + 1, place)
  },
}

/** Three malicious minds: which two or three of them are for each purchase. */
const MAJORITIES = 4
const SPLITS: Channel = {
  name: 'where opinions split',
  before: null,
  // As many as their reasons and splits can be told of together.
  offers: 7,
  inspect: (_secret, situation) => ({
    ...NOTHING,
    buy: isFirst(situation) ? idsOf(situation).map(decisive) : [],
  }),
  read: ({ atEnd, chosenAtEnd }, reader) => {
    for (const id of atEnd.splits) reader.digit(MAJORITIES, chosenAtEnd(id))
  },
}
const decisive = (offerId: string) => ({ offerId, reason: 'decisive' as const })

/** Each sub-question has tokens of its own. */
const TOKENS_EACH: Channel = {
  name: 'tokens of each context',
  before: null,
  offers: 1,
  inspect: (_secret, situation) => {
    const [first = ''] = idsOf(situation)
    return isFirst(situation) ? { ...NOTHING, ask: [ask([first]), ask([first]), ask([first])] } : NOTHING
  },
  read: ({ atEnd, chosenAtEnd }, reader) => {
    for (const id of atEnd.tokens) reader.digit(TOKEN_BOUNDS.length + 1, chosenAtEnd(id))
  },
}

/** Each sub-question takes its own time. */
const SECONDS_EACH: Channel = {
  name: 'how long the readings of a context took',
  before: 6,
  offers: 1,
  inspect: TOKENS_EACH.inspect,
  read: ({ atEnd, chosenAtEnd }, reader) => {
    for (const id of atEnd.seconds) reader.digit(SECONDS_BOUNDS.length + 1, chosenAtEnd(id))
  },
}

/** The model is down, refuses, wants another key or breaks, and is well again by itself or waits until it is asked. */
const PAUSES: Channel = {
  name: 'pauses, their kinds and how they end',
  before: 868,
  pauses: true,
  inspect: () => NOTHING,
  read: ({ pauses }, reader) => {
    for (const { kind, endsByItself } of pauses) {
      const place = PAUSE_KINDS.findIndex((one) => one === kind)
      if (place < 0) return
      reader.digit(PAUSE_KINDS.length, place)
      reader.digit(2, Number(endsByItself))
    }
  },
}

/** Fails for good once no pause can be told, or gives its verdict. */
const TOOK_OVER: Channel = {
  name: 'whether the built-in inspector took over',
  before: 3,
  inspect: () => NOTHING,
  read: ({ tookOver }, reader) => reader.digit(2, Number(tookOver)),
}

/** Nothing is paid for it: it is time, and whoever watches live sees it anyway. */
const SIBLINGS: Channel = {
  name: 'order in which three sub-questions are answered, not counted',
  before: null,
  offers: 3,
  inspect: (_secret, situation) =>
    isFirst(situation) ? { ...NOTHING, ask: idsOf(situation).map((id) => ask([id])) } : NOTHING,
  order: (secret, pending) => {
    const isTheirs = pending.every(({ type, contextId }) => type === 'collect' && contextId !== 'root')
    return isTheirs ? secret.digit(pending.length) : 0
  },
  read: ({ answered }, reader) => {
    const left = answered.toSorted()
    for (const id of answered) {
      reader.digit(left.length, left.indexOf(id))
      left.splice(left.indexOf(id), 1)
    }
  },
}

/** Milliseconds of an event, of two minutes: what set it off dates it. */
const MOMENTS: Channel = {
  name: 'moments of events',
  before: 16,
  inspect: () => NOTHING,
  read: () => {},
}

/** Failed tries and the first words of a reply: nothing of them is told. */
const CALLS: Channel = {
  name: 'tries of a step, and that a reply begins to arrive',
  before: 4,
  inspect: () => NOTHING,
  read: () => {},
}

/** Reasons cost what they carry, so with the tokens they fill the whole budget. */
const TOGETHER: Channel = {
  name: 'all of them at once',
  before: SECRET_BITS,
  inspect: REASONS.inspect,
  read: (seen, reader) => {
    TOKENS.read(seen, reader)
    REASONS.read(seen, reader)
  },
}

/** Asks first, and lets every sub-question tell reasons too. */
const BELOW: Channel = {
  name: 'reasons on every level',
  before: null,
  inspect: (secret, situation) => {
    if (isFirst(situation)) {
      const [first = ''] = idsOf(situation)
      return { ...NOTHING, ask: [ask([first]), ask([first])] }
    }
    return REASONS.inspect(secret, situation)
  },
  read: (seen, reader) => {
    for (const context of subQuestionsOf(seen)) readReasons(context, reader)
    readReasons(seen.contexts[0], reader)
  },
}

const CHANNELS: readonly Channel[] = [
  WORDS,
  SIZES,
  KINDS,
  COUNT,
  REASONS,
  WHY_BOUGHT,
  TO_SELLER,
  TEASERS,
  BELOW,
  ORDER,
  TOKENS,
  SPLITS,
  TOKENS_EACH,
  SECONDS_EACH,
  PAUSES,
  TOOK_OVER,
  CALLS,
  MOMENTS,
  SIBLINGS,
  TOGETHER,
]

function decoyIds(contextId: string): string[] {
  return Array.from({ length: DECOYS + 1 }, (_, place) => `${contextId}/${String(place).padStart(2, '0')}`)
}

export type Measured = { channel: string; before: number | null; after: number; contexts: number }

/** How many bits of a secret arrive over each channel in one run. The first offer of each table is the one with the secret. */
export function measureChannels(secretOf: (channel: number) => string): Measured[] {
  return CHANNELS.map((channel, place) => {
    const { name, before, offers = DECOYS + 1, inspect, read } = channel
    const secret = secretOf(place)
    const writer = new Writer(secret)
    // The model chooses how many tokens it uses before anything else: they are told apart once the tree has ended.
    const takesTokens = name === TOKENS.name || name === TOGETHER.name
    const bound = takesTokens ? writer.digit(TOKEN_BOUNDS.length + 1) : 0
    const tookOver = name === TOOK_OVER.name && writer.digit(2) === 1
    const { pauses, millibits } = channel.pauses
      ? pauseAsLong(writer)
      : { pauses: [], millibits: ROOT_MILLIBITS }
    const tree: MemoryTree<unknown, undefined> = runTree({
      policy: { ...DEFAULT_POLICY, readMax: 50 },
      root: { budgetMicros: BUDGET_MICROS },
      millibits,
      market: ({ id }) =>
        decoyIds(id)
          .slice(0, offers)
          .map((offerId) => ({ id: offerId, priceMicros: 10_000n })),
      inspect: (_view, situation) => inspect(writer, situation),
      words: wordsOf,
      order: (pending) => channel.order?.(writer, pending) ?? 0,
    })
    const used = (TOKEN_BOUNDS[bound] ?? 2_000_000) - 1
    const answered = tree.log.flatMap(({ event, contextId }) =>
      event.type === 'verdict' && contextId !== 'root' ? contextId : [],
    )
    const reader = new Reader()
    const opinions = name === SPLITS.name ? OPINIONS_LIMIT : 1
    const ids = tree.contexts.map(({ id }) => id)
    const contexts = name === TOKENS_EACH.name ? ids : []
    const timed = name === SECONDS_EACH.name ? ids : []
    const atEnd = affordAtEnd(
      tree.contexts.reduce((sum, { state }) => sum + state.millibitsLeft, 0),
      { opinions, bought: tree.purchases.map(({ offerId }) => offerId), contexts, timed },
    )
    const told = [...atEnd.splits, ...atEnd.tokens, ...atEnd.seconds]
    const chosen = new Map(told.map((id) => [id, writer.digit(MAJORITIES)]))
    const chosenAtEnd = (id: string) => chosen.get(id) ?? 0
    const seen = { contexts: tree.contexts, tokensBelow: tokensBelow(used), pauses, tookOver, answered }
    read({ ...seen, atEnd, chosenAtEnd }, reader)
    let after = 0
    while (after < reader.bits.length && reader.bits[after] === secret[after]) after += 1
    return { channel: name, before, after, contexts: tree.contexts.length }
  })
}

/** Pauses as often as that can be told with its kind; what is left is its tree's. */
function pauseAsLong(secret: Writer): { pauses: Pause[]; millibits: number } {
  const pauses: Pause[] = []
  let millibits = ROOT_MILLIBITS
  for (;;) {
    const kind: PauseKind = PAUSE_KINDS[secret.digit(PAUSE_KINDS.length)] ?? 'ours'
    const told = affordPause(millibits, kind)
    if (told?.kind !== kind) return { pauses, millibits }
    millibits = bitsLeft(millibits, told.spent)
    pauses.push({ kind, endsByItself: secret.digit(2) === 1 })
  }
}

/** Random secrets of as many bits as a run carried out before. */
export function secretFrom(random: () => number): string {
  return Array.from({ length: SECRET_BITS }, () => (random() < 0.5 ? '0' : '1')).join('')
}

/** The table of docs/threats.md. */
export function channelTable(measured: readonly Measured[]): string {
  const rows = measured.map(
    ({ channel, before, after }) => `| ${channel} | ${before ?? 'not measured'} | ${after} |`,
  )
  return [
    `| channel | bits of one run before | bits now, of ${BITS_PER_ROOT} |`,
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}
