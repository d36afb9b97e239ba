/**
 * Which accounts look like one hand, so that what they buy of each other makes nobody a record. A bot's trade is its owner's
 * already. Three rules, both about what is seen and not about who anybody is:
 *
 * 1. *Address.* Accounts that were made within `ADDRESS_DAYS` of each other and sign in from the same address, when these are at most
 *    `ADDRESS_ACCOUNTS_MAX`: more are a school, an office, or a proxy that hides everybody.
 * 2. *Browser.* Accounts that signed in with the same browser, whenever they were made: at most `DEVICE_ACCOUNTS_MAX`; more are a machine that
 *    stands in a library.
 * 3. *Ring.* A few accounts (at most `RING_ACCOUNTS_MAX`, and but for a pair at most a quarter of all that trade) whose trade stays
 *    among themselves for `INSIDE_PERCENT` and more, each one's added up, with at least `TRADES_PER_ACCOUNT` purchases for each account but one. What an
 *    address or a browser has joined counts as one here.
 *
 * What it cannot know: two people at one address who really buy of each other are taken for one (their records wait for other
 * trade), and so is a pair that has only ever traded together. Whoever trades a fifth and more with strangers, has more accounts
 * than a ring may have, and an address for each, is taken for many.
 */

export const ADDRESS_DAYS = 7
export const ADDRESS_ACCOUNTS_MAX = 8
export const DEVICE_ACCOUNTS_MAX = 8
export const RING_ACCOUNTS_MAX = 12
export const INSIDE_PERCENT = 80
export const TRADES_PER_ACCOUNT = 3
/** A member of a ring may have strangers for a fifth of its trade; this many partners are a market. */
const PARTNERS_MAX = 100
const DAY_MS = 24 * 3_600_000

/** Somebody who signed in from an address, by whatever names it. */
export type Seen = { personId: string; address: string; madeAt: Date }

/** Somebody who signed in with a browser, by whatever names it. */
export type Used = { personId: string; device: string }

/** How many offers of one person another bought. */
export type Trade = { buyerId: string; sellerId: string; purchases: number }

export type ClusterCause = 'address' | 'device' | 'ring'
export type Cluster = { cause: ClusterCause; people: readonly string[] }

/** Groups of at least two, each person in one at most; what is in no group stands for itself. */
export function findClusters({
  seen,
  used = [],
  trades,
}: {
  seen: readonly Seen[]
  used?: readonly Used[]
  trades: readonly Trade[]
}): Cluster[] {
  const hands = new Groups()
  for (const together of sameAddress(seen)) hands.join(together)
  const browsers = sameDevice(used)
  for (const together of browsers) hands.join(together)
  const shareBrowser = new Set(browsers.flat())
  const rings = new Groups()
  const isRing = new Set<string>()
  for (const ring of closedRings(trades, hands)) {
    const people = ring.flatMap((hand) => hands.of(hand))
    rings.join(people)
    for (const person of people) isRing.add(person)
  }
  return [
    ...rings.all().map((people): Cluster => ({ cause: 'ring', people })),
    ...hands
      .all()
      .filter((people) => !people.some((person) => isRing.has(person)))
      .map(
        (people): Cluster => ({
          cause: people.some((person) => shareBrowser.has(person)) ? 'device' : 'address',
          people,
        }),
      ),
  ]
}

function sameDevice(used: readonly Used[]): string[][] {
  return [...Map.groupBy(used, ({ device }) => device).values()]
    .map((those) => [...new Set(those.map(({ personId }) => personId))])
    .filter((people) => people.length > 1 && people.length <= DEVICE_ACCOUNTS_MAX)
}

function sameAddress(seen: readonly Seen[]): string[][] {
  const groups: string[][] = []
  for (const those of Map.groupBy(seen, ({ address }) => address).values()) {
    if (new Set(those.map(({ personId }) => personId)).size > ADDRESS_ACCOUNTS_MAX) continue
    const inOrder = those.toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
    let last: Seen | undefined
    for (const one of inOrder) {
      const isNear =
        last !== undefined && one.madeAt.getTime() - last.madeAt.getTime() <= ADDRESS_DAYS * DAY_MS
      if (isNear) groups.at(-1)?.push(one.personId)
      else groups.push([one.personId])
      last = one
    }
  }
  return groups
}

type Between = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Small groups of hands that trade with nobody else, or hardly; no two share a hand. */
function closedRings(trades: readonly Trade[], hands: Groups): string[][] {
  const between = tradeBetween(trades, hands)
  const found = [...between.keys()].flatMap((seed) => ringAround(seed, between) ?? [])
  // The most closed first, then by name: the same however the trades came.
  const inOrder = found.toSorted((a, b) => b.closed - a.closed || (a.ring.join() < b.ring.join() ? -1 : 1))
  const taken = new Set<string>()
  return inOrder.flatMap(({ ring }) => {
    if (ring.some((hand) => taken.has(hand))) return []
    for (const hand of ring) taken.add(hand)
    return [ring]
  })
}

type Ring = { ring: string[]; closed: number }

/**
 * Takes in, one by one, the hand that does the greatest part of its trade with those taken in already; of all the groups on the
 * way the one that is most closed, if it is a ring at all.
 */
function ringAround(seed: string, between: Between): Ring | null {
  const inside = new Set<string>()
  /** Trade of each neighbour with those inside. */
  const pulled = new Map<string, number>()
  let within = 0
  let all = 0
  let best: Ring | null = null
  for (let next: string | null = seed; next !== null && inside.size < RING_ACCOUNTS_MAX; ) {
    const partners: ReadonlyMap<string, number> = between.get(next) ?? new Map()
    // Nobody who trades with so many is in a ring of few; rings are found from their other members.
    if (partners.size > PARTNERS_MAX && inside.size === 0) return null
    inside.add(next)
    pulled.delete(next)
    for (const [partner, purchases] of partners) {
      all += purchases
      if (inside.has(partner)) within += 2 * purchases
      else pulled.set(partner, (pulled.get(partner) ?? 0) + purchases)
    }
    const closed = within / all
    const isRing =
      inside.size > 1 &&
      (inside.size === 2 || inside.size * 4 <= between.size) &&
      within * 100 >= all * INSIDE_PERCENT &&
      within / 2 >= TRADES_PER_ACCOUNT * (inside.size - 1)
    if (isRing && closed >= (best?.closed ?? 0)) best = { ring: [...inside].sort(), closed }
    next = mostCaptive(pulled, between)
  }
  return best
}

function mostCaptive(pulled: ReadonlyMap<string, number>, between: Between): string | null {
  let most: { hand: string; share: number } | null = null
  for (const [hand, purchases] of pulled) {
    const share = purchases / sum(between.get(hand)?.values() ?? [])
    if (!most || share > most.share || (share === most.share && hand < most.hand)) most = { hand, share }
  }
  return most?.hand ?? null
}

/** Purchases between each two hands, whoever bought. */
function tradeBetween(trades: readonly Trade[], hands: Groups): Map<string, Map<string, number>> {
  const between = new Map<string, Map<string, number>>()
  const add = (one: string, other: string, purchases: number) => {
    const partners = between.get(one) ?? new Map<string, number>()
    between.set(one, partners.set(other, (partners.get(other) ?? 0) + purchases))
  }
  for (const { buyerId, sellerId, purchases } of trades) {
    const [buyer, seller] = [hands.nameOf(buyerId), hands.nameOf(sellerId)]
    if (buyer === seller) continue
    add(buyer, seller, purchases)
    add(seller, buyer, purchases)
  }
  return between
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)

/** Who belongs together; a group goes by its first member in order, so that the same groups have the same names. */
class Groups {
  readonly #above = new Map<string, string>()

  nameOf(one: string): string {
    let name = one
    for (;;) {
      const above = this.#above.get(name)
      if (above === undefined || above === name) return name
      name = above
    }
  }

  join(those: readonly string[]): void {
    const [first, ...others] = those
    if (first === undefined) return
    this.#above.set(first, this.nameOf(first))
    for (const other of others) {
      const [low = '', high = ''] = [this.nameOf(first), this.nameOf(other)].sort()
      this.#above.set(high, low)
      this.#above.set(low, low)
    }
  }

  /** Everybody in the group that goes by this name; the one alone when there is none. */
  of(name: string): string[] {
    const group = this.all().find((people) => people[0] === name)
    return group ?? [name]
  }

  /** Groups of at least two, in order. */
  all(): string[][] {
    const named = Map.groupBy(this.#above.keys(), (one) => this.nameOf(one))
    return [...named.values()].filter((people) => people.length > 1).map((people) => people.toSorted())
  }
}
