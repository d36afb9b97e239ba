import { customAlphabet } from 'nanoid'

/** Ids say what they are. One list, so that no two kinds share a prefix. */
export const ID_PREFIXES = {
  user: 'usr',
  session: 'ses',
  context: 'bc',
  offer: 'off',
  purchase: 'pur',
  resale: 'rsl',
  step: 'stp',
  transfer: 'xfr',
  bot: 'bot',
  matcher: 'mat',
  botRun: 'run',
  document: 'doc',
  passage: 'pas',
  delivery: 'msg',
  notice: 'ntc',
  mail: 'mail',
  judgement: 'jdg',
  accessKey: 'key',
  spendRequest: 'req',
  agent: 'agt',
  moderationCase: 'case',
  suspension: 'sus',
  inboxWebhook: 'whk',
  game: 'gam',
  site: 'sit',
  siteToken: 'cvt',
  publicNote: 'nte',
  reply: 'rep',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** Where ids come from; passed in so that tests and the demo market are repeatable. */
export interface Ids {
  next(kind: IdKind): string
}

/** 20 letters of 36: about 103 bits, so an id cannot be guessed or counted (reliability, L18). */
const random = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20)

export const randomIds: Ids = { next: (kind) => `${ID_PREFIXES[kind]}_${random()}` }

/** Ids that count up, for seeds and tests: `bc_demo000001`. */
export function countedIds(label: string): Ids {
  let count = 0
  return {
    next(kind) {
      count += 1
      return `${ID_PREFIXES[kind]}_${label}${String(count).padStart(6, '0')}`
    },
  }
}
