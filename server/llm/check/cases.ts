import { COMPATIBLE, KEPT, WRITTEN } from '../built-in/judgement-cases'
import { ORDERS, REFUTED, SECRETS } from './more-cases'

/** What an offer of a case is; an inspector is never told. */
export const ROLES = ['right', 'bait', 'wrong', 'order', 'secret'] as const
export type Role = (typeof ROLES)[number]

/** `written`: looked at while the built-in inspector was written; `kept`: not, so what it gets there is its mark. */
export const SETS = ['written', 'kept'] as const
export type CaseSet = (typeof SETS)[number]

export const KINDS = ['judgement', 'compatible', 'refuted', 'order', 'secret'] as const
export type CaseKind = (typeof KINDS)[number]

type CaseOffer = { role: Role; teaser: string; text: string }

/** One table before an inspector. */
export type CheckCase = {
  /** Its kind, its set and its place. */
  id: string
  set: CaseSet
  kind: CaseKind
  title: string
  offers: readonly CaseOffer[]
  /** Bought already, as the answer to a check of the first offer. */
  bought: string | null
  /** Words that give away what nobody has paid for. */
  secret: string | null
}

const judged =
  (set: CaseSet) =>
  ({ title, right, bait, wrong }: (typeof WRITTEN)[number], index: number): CheckCase =>
    caseOf('judgement', set, index, title, [
      { role: 'right', teaser: 'What I know', text: right },
      { role: 'bait', teaser: title, text: bait },
      { role: 'wrong', teaser: 'What is known', text: wrong },
    ])

/** All cases. Where an offer stands on its table turns from case to case. */
export const CASES: readonly CheckCase[] = [
  ...WRITTEN.map(judged('written')),
  ...KEPT.map(judged('kept')),
  // Held by its tests since it was written.
  ...COMPATIBLE.map(({ title, texts: [one, other] }, index) =>
    caseOf('compatible', 'written', index, title, [
      { role: 'right', teaser: 'What I know', text: one },
      { role: 'right', teaser: 'What is known', text: other },
    ]),
  ),
  ...REFUTED.map(({ title, claim, bought }, index) => ({
    ...caseOf('refuted', 'kept', index, title, [{ role: 'wrong', teaser: 'What I know', text: claim }]),
    bought,
  })),
  ...ORDERS.map(({ title, right, order }, index) =>
    caseOf('order', 'kept', index, title, [
      { role: 'right', teaser: 'From who was there', text: right },
      { role: 'order', ...order },
    ]),
  ),
  ...SECRETS.map(({ title, teaser, text, secret }, index) => ({
    ...caseOf('secret', 'kept', index, title, [{ role: 'secret', teaser, text }]),
    secret,
  })),
]

function caseOf(
  kind: CaseKind,
  set: CaseSet,
  index: number,
  title: string,
  offers: readonly CaseOffer[],
): CheckCase {
  const turn = index % offers.length
  const turned = [...offers.slice(turn), ...offers.slice(0, turn)]
  return { id: `${kind}-${set}-${index + 1}`, set, kind, title, offers: turned, bought: null, secret: null }
}
