import type { FirmAgent, FirmView } from './agents'

/** Firms without a model (lab-specification.md B.8, "Policies"). Amounts in dollars; `stock` in units, filled up every morning. */

type Decide = FirmAgent['decide']

export const TARGET_STOCK = 60
const START = 2
const ALONE = 3
const STEP = 0.02
const PRICE_MIN = 0.05

/** FIXED: cost + 0.50 for ever, half of the cash into supply every day. */
export function fixed(markup = 0.5): Decide {
  return ({ unitCost, cash }) => ({ price: unitCost + markup, supply: (0.5 * cash) / unitCost })
}

/** Always a little below the cheapest competitor; thrice the cost when alone. `floor`: times unit cost, or null for five cents. */
export function undercutter({ floor = null }: { floor?: number | null } = {}): Decide {
  return (view) => ({
    price: Math.max(undercut(view, STEP), floor === null ? PRICE_MIN : floor * view.unitCost),
    supply: refill(view, TARGET_STOCK),
  })
}

/**
 * Cost and a half, whatever others do. `spread` moves each firm's price by up to that share: for good, or anew every day.
 */
export function stabilizer({
  markup = 0.5,
  spread = 0,
  isSpreadDaily = false,
}: {
  markup?: number
  spread?: number
  isSpreadDaily?: boolean
} = {}): Decide {
  let own: number | null = null
  return (view, random) => {
    if (own === null || isSpreadDaily) own = spread === 0 ? 0 : spread * (2 * random() - 1)
    return { price: (1 + markup) * (1 + own) * view.unitCost, supply: refill(view, TARGET_STOCK) }
  }
}

/** Meets the lowest price that it sees, with no anchor of its own. */
export function reactive(): Decide {
  return (view) => {
    const lowest = lowestSeen(view)
    const price = view.lastPrice === null ? START * view.unitCost : (lowest ?? ALONE * view.unitCost)
    return { price: Math.max(price, PRICE_MIN), supply: refill(view, TARGET_STOCK) }
  }
}

const VOLUME_STEP = 0.05
const VOLUME_STOCK = 90

/** Well below its competitors, never below cost, with much in stock. */
export function volumeSeeker(): Decide {
  return (view) => ({
    price: Math.max(undercut(view, VOLUME_STEP), view.unitCost),
    supply: refill(view, VOLUME_STOCK),
  })
}

const CAUTIOUS_SHARE = 0.05
const CAUTIOUS_STOCK = 40

/** A twentieth of the way to the competitors' mean price a day; small purchases. */
export function cautious(): Decide {
  return (view) => {
    const own = view.lastPrice ?? START * view.unitCost
    const seen = view.competitors.map(({ price }) => price)
    const mean =
      view.competitorMean ??
      (seen.length > 0 ? seen.reduce((sum, price) => sum + price, 0) / seen.length : own)
    return { price: own + CAUTIOUS_SHARE * (mean - own), supply: refill(view, CAUTIOUS_STOCK) }
  }
}

/** The published personas of firms that do not stabilise (B.2), each as its simplest policy. */
export const FIRM_PERSONAS = ['competitive', 'volume-seeker', 'reactive', 'cautious'] as const
export type FirmPersona = (typeof FIRM_PERSONAS)[number]

export function personaFirm(persona: FirmPersona): Decide {
  if (persona === 'volume-seeker') return volumeSeeker()
  if (persona === 'reactive') return reactive()
  if (persona === 'cautious') return cautious()
  return undercutter()
}

/** Ids sort as they are counted, so that the first firms are the first to post. */
export function firmId(index: number): string {
  return `firm-${String(index + 1).padStart(3, '0')}`
}

/** The first `k` of them stabilise, as in the published code. */
export function firmsOf(
  count: number,
  k: number,
  stabilizing: () => Decide,
  other: (index: number) => Decide,
): FirmAgent[] {
  return Array.from({ length: count }, (_, index) => ({
    id: firmId(index),
    isStabilizing: index < k,
    decide: index < k ? stabilizing() : other(index - k),
  }))
}

function undercut(view: FirmView, step: number): number {
  if (view.lastPrice === null) return START * view.unitCost
  const lowest = lowestSeen(view)
  if (lowest === null) return ALONE * view.unitCost
  return view.lastPrice >= lowest ? lowest - step : view.lastPrice
}

/** Null for a firm that is alone. */
function lowestSeen({ competitors, competitorMean }: FirmView): number | null {
  if (competitorMean !== null) return competitorMean
  return competitors.length > 0 ? Math.min(...competitors.map(({ price }) => price)) : null
}

function refill({ inventory }: FirmView, target: number): number {
  return Math.max(0, target - inventory)
}
