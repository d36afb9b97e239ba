/** How equal scores are told apart: the first posted quote, as published, or any of them (lab-specification.md B.8, lesson ii). */
export const TIE_BREAKS = ['first', 'random'] as const
export type TieBreak = (typeof TIE_BREAKS)[number]

/**
 * In which order firms post: by id, or drawn anew every day. The published code posts in the order in which its threads come
 * home, which lies between the two (lab-specification.md B.8, "Determinism"); it matters where the first quote wins ties.
 */
export const POST_ORDERS = ['by-id', 'shuffled'] as const
export type PostOrder = (typeof POST_ORDERS)[number]

/** Above which price a consumer does not buy (B.2): at any price, by the inverse demand, or by what it has come to expect. */
export const RESERVATIONS = ['none', 'wtp', 'ewtp'] as const
export type Reservation = (typeof RESERVATIONS)[number]

/** What a consumer orders: by constant elasticity of substitution, or a fixed quantity of the first quote that it sees (B.2). */
export const CONSUMER_KINDS = ['ces', 'fixed'] as const

/** The Crash: amounts in dollars, one step a day. One good, as in every published run. */
export type CrashConfig = {
  days: number
  consumers: number
  /** Mean number of shoppers a day (Poisson), at most all consumers. */
  arrivals: number
  initialCash: number
  /** Of a unit of supply, which makes a unit of the good. */
  unitCost: number
  overheadPerWeek: number
  /** Shares of cash a day. The fee is in the published code and not in the paper. */
  taxRate: number
  feeRate: number
  /** Of a day's revenue: what a comment in the published code calls the fee. */
  revenueFeeRate: number
  /** How many quotes a consumer and how many competitors a firm sees; 0 is all. */
  consumersDiscover: number
  firmsDiscover: number
  /** Firms see the mean of competitors' prices only, with uniform noise of ten per cent. */
  infoAsymmetry: boolean
  tieBreak: TieBreak
  postOrder: PostOrder
  reservation: Reservation
  /** Consumers weigh a firm's reputation for delivering. */
  scoresReputation: boolean
  /** Consumers shop as five kinds of people in turn (experiment 6). */
  hasPersonas: boolean
  consumerKind: (typeof CONSUMER_KINDS)[number]
  /** Days of its own past that a firm sees, and best days that a stabilising firm sees besides. */
  historyDays: number
  bestDays: number
  /** Holds a stabilising firm's price at unit cost or above: the README says so, the code does not do it. */
  enforcesFloor: boolean
  /** From this day on another unit cost (experiment 3). */
  shock: { day: number; unitCost: number } | null
}

/** Experiment 1 with the published code's fee: what the published figures were made with (B.2, defaults of the experiments). */
export const CODE_PRESET: CrashConfig = {
  days: 365,
  consumers: 50,
  arrivals: 30,
  initialCash: 500,
  unitCost: 1,
  overheadPerWeek: 14,
  taxRate: 0.05,
  feeRate: 0.05,
  revenueFeeRate: 0,
  consumersDiscover: 3,
  firmsDiscover: 0,
  infoAsymmetry: false,
  tieBreak: 'random',
  postOrder: 'by-id',
  reservation: 'none',
  scoresReputation: false,
  hasPersonas: false,
  consumerKind: 'ces',
  historyDays: 3,
  bestDays: 3,
  enforcesFloor: false,
  shock: null,
}

/** What the paper describes: overhead and tax, no further fee (AB §3.1). */
export const PAPER_PRESET: CrashConfig = { ...CODE_PRESET, feeRate: 0 }

/** As the published code's comment has it: ten per cent of revenue, where the code takes five of cash (flag F10). */
export const COMMENT_PRESET: CrashConfig = { ...CODE_PRESET, feeRate: 0, revenueFeeRate: 0.1 }

export const DAYS_PER_WEEK = 7

/** λ = 0.6·M (B.2). */
export const ARRIVALS_PER_CONSUMER = 0.6
