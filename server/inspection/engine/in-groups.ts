import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Calls that take as long come back within a few milliseconds of each other. */
const PATIENCE_MS = 4

/** Does one thing, together with others of its key. */
export type Grouped<Item, Result> = (key: string, item: Item) => Promise<Result>

export type GroupWork<Item, Result> = {
  /** Does a whole group; a result for each, in their order. */
  together(items: Item[]): Promise<Result[]>
  /** Does one, when the group could not be done together: then each has a result or an error of its own. */
  alone(item: Item): Promise<Result>
  /** Whether others of this key may come any moment: then they are waited for, a few milliseconds at most. */
  isExpecting?(key: string): boolean
}

type Member<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Does together what is asked for in one turn of the event loop under one key: siblings are begun by one commit, and calls that
 * take as long come back together. Groups of one key follow each other: what comes while one is under way is in the next, so a
 * group always begins after everything in it was asked for.
 */
export function inGroups<Item, Result>(work: GroupWork<Item, Result>): Grouped<Item, Result> {
  const waiting = new Map<string, Member<Item, Result>[]>()

  async function runAll(key: string): Promise<void> {
    for (;;) {
      await nextTurn()
      for (let waited = 0; waited < PATIENCE_MS && work.isExpecting?.(key); waited += 1) await sleep(1)
      const members = waiting.get(key) ?? []
      if (members.length === 0) break
      waiting.set(key, [])
      await runGroup(work, members)
    }
    waiting.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const members = waiting.get(key)
      const member = { item, resolve, reject }
      if (members) {
        members.push(member)
        return
      }
      waiting.set(key, [member])
      void runAll(key)
    })
}

async function runGroup<Item, Result>(
  work: GroupWork<Item, Result>,
  members: readonly Member<Item, Result>[],
): Promise<void> {
  try {
    const results = await work.together(members.map(({ item }) => item))
    if (results.length !== members.length) throw new Error('A group has a result for each of its members')
    for (const [index, result] of results.entries()) members[index]?.resolve(result)
  } catch (error) {
    const [only, ...others] = members
    if (only && others.length === 0) only.reject(error)
    else for (const { item, resolve, reject } of members) await work.alone(item).then(resolve, reject)
  }
}
