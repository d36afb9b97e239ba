export type FairLimits = {
  /** How many are done at once. */
  atOnce: number
  /** Of one person; fewer than `atOnce` leaves room for others, however long one takes. */
  ofOneAtOnce: number
  /** Of one person, besides those that are being done: whoever asks for more is refused. */
  ofOneWaitingMax: number
  /** Of all together. Past it whoever has most waiting loses the newest, so that nobody can fill it up for others. */
  waitingMax: number
}

/**
 * Who comes next where many want the same few hands: each in turn has one thing done, so whoever asks for much waits behind
 * themselves, and behind each other person at most once. Pure; `who` is whoever must not hold up the others.
 */
export type FairQueue<T> = {
  /** Takes in what is to be done. Gives what is refused for it: this itself, something of somebody's with more, or null. */
  add(who: string, item: T): T | null
  /** What begins now; null when nothing may. To be ended with `done`. */
  next(): { who: string; item: T } | null
  done(who: string): void
  /** What is being done. */
  running(): number
}

export function fairQueue<T>({ atOnce, ofOneAtOnce, ofOneWaitingMax, waitingMax }: FairLimits): FairQueue<T> {
  /** In the order of turns; only who has something waiting. */
  const waiting = new Map<string, T[]>()
  const running = new Map<string, number>()
  let waits = 0
  let runs = 0

  /** The newest of whoever has most waiting, taken out; null when that is no more than this one would have. */
  function takeFromLongest(own: number): T | null {
    let longest: T[] = []
    for (const items of waiting.values()) if (items.length > longest.length) longest = items
    if (longest.length <= own) return null
    waits -= 1
    return longest.pop() ?? null
  }

  return {
    add(who, item) {
      const own = waiting.get(who) ?? []
      if (own.length >= ofOneWaitingMax) return item
      const refused = waits < waitingMax ? null : (takeFromLongest(own.length + 1) ?? item)
      if (refused === item) return item
      own.push(item)
      waiting.set(who, own)
      waits += 1
      return refused
    },
    next() {
      if (runs >= atOnce) return null
      for (const [who, items] of waiting) {
        const ofOne = running.get(who) ?? 0
        if (ofOne >= ofOneAtOnce) continue
        const [item, ...rest] = items as [T, ...T[]]
        // Behind all others, until its turn comes again.
        waiting.delete(who)
        if (rest.length > 0) waiting.set(who, rest)
        running.set(who, ofOne + 1)
        waits -= 1
        runs += 1
        return { who, item }
      }
      return null
    },
    done(who) {
      const left = (running.get(who) ?? 0) - 1
      if (left > 0) running.set(who, left)
      else running.delete(who)
      runs -= 1
    },
    running: () => runs,
  }
}
