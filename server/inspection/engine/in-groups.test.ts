import { describe, expect, it } from 'vitest'
import { inGroups } from './in-groups'

function recorded(fails: (items: number[]) => boolean = () => false) {
  const groups: number[][] = []
  const work = async (items: number[]) => {
    groups.push(items)
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (fails(items)) throw new Error(`not ${items}`)
    return items.map((item) => item * 10)
  }
  const double = inGroups<number, number>({
    together: work,
    alone: async (item) => (await work([item]))[0] ?? 0,
  })
  return { groups, double }
}

describe('in groups', () => {
  it('what is asked for in one turn is done together, each with its own result', async () => {
    const { groups, double } = recorded()
    expect(await Promise.all([double('a', 1), double('a', 2), double('a', 3)])).toEqual([10, 20, 30])
    expect(groups).toEqual([[1, 2, 3]])
  })

  it('keys have groups of their own', async () => {
    const { groups, double } = recorded()
    expect(await Promise.all([double('a', 1), double('b', 2)])).toEqual([10, 20])
    expect(groups).toEqual([[1], [2]])
  })

  it('what comes while a group is under way is in the next, so a group begins after it was asked for', async () => {
    const { groups, double } = recorded()
    const first = double('a', 1)
    await new Promise((resolve) => setTimeout(resolve, 2))
    const later = [double('a', 2), double('a', 3)]
    expect(await Promise.all([first, ...later])).toEqual([10, 20, 30])
    expect(groups).toEqual([[1], [2, 3]])
    expect(await double('a', 4)).toBe(40)
  })

  it('one bad member does not spoil the others', async () => {
    const { groups, double } = recorded((items) => items.includes(2))
    const results = await Promise.allSettled([double('a', 1), double('a', 2), double('a', 3)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(groups).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it('waits a moment for those that are expected, and no longer', async () => {
    let isExpecting = true
    const groups: number[][] = []
    const double = inGroups<number, number>({
      isExpecting: () => isExpecting,
      async together(items) {
        groups.push(items)
        return items.map((item) => item * 10)
      },
      alone: async (item) => item * 10,
    })
    const first = double('a', 1)
    await new Promise((resolve) => setTimeout(resolve, 2))
    const second = double('a', 2)
    isExpecting = false
    expect(await Promise.all([first, second])).toEqual([10, 20])
    expect(groups).toEqual([[1, 2]])
    isExpecting = true
    expect(await double('a', 3)).toBe(30)
  })
})
