import { describe, expect, it } from 'vitest'
import { CHANNELS, caseOf, faultsOf, runCase } from './testing-injection'

/** `npm run injection` runs as many as are wanted. */
const CASES = 500

describe('orders in strangers’ texts, before a model that obeys every order it reads', () => {
  it('spend nothing over the budget, buy nothing off the table, change no other verdict, and carry nothing out', async () => {
    const faults: string[] = []
    for (let seed = 0; seed < CASES; seed += 1)
      for (const fault of await faultsOf(caseOf(seed))) faults.push(`case ${seed}: ${fault}`)
    expect(faults.slice(0, 10)).toEqual([])
  })

  it('speak to no other offer through what was bought to check their own', async () => {
    // A rare world: its check is bought and read beside the others, and is worded from the teaser that gives orders.
    expect(await faultsOf(caseOf(3_649))).toEqual([])
  })

  it('are obeyed: they change what is bought wherever they may', async () => {
    const heard = CHANNELS.filter((channel) => !['name', 'page', 'question'].includes(channel))
    const changed = new Set<string>()
    for (let seed = 0; seed < CASES && heard.some((channel) => !changed.has(channel)); seed += 1) {
      const world = caseOf(seed)
      const [armed, calm] = [await runCase(world, true), await runCase(world, false)]
      const bought = [armed, calm].map(({ tree }) => tree.purchases.map(({ offerId }) => offerId).join())
      if (bought[0] !== bought[1]) changed.add(world.channel)
    }
    expect(heard.filter((channel) => !changed.has(channel))).toEqual([])
  })
})
