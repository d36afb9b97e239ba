import type { Game } from './oversight-game'
import { probabilityOf, type World, weigh, worldOf } from './world'

/** The paper's examples as finite worlds, with its numbers. */

/** Three bits in a state's number, the first one lowest. */
const bit = (state: number, i: number) => (state >> i) & 1
const EIGHT = Array.from({ length: 8 }, (_, state) => state)

/**
 * Example 2.1 and its Table 1: states are (I_1, I_2, E); the first utility is 1 where E occurs. The decision is a
 * probability in [0, 1] with the log score, so the best one is the posterior.
 */
export function factCheckingWorld(): World {
  // P(I_1, I_2) and P(E | I_1, I_2), by I_1 + 2 I_2.
  const joint = [15 / 32, 1 / 24, 15 / 32, 1 / 48]
  const occurs = [0.08, 0.5, 0.08, 0.2]
  const i1 = EIGHT.map((state) => bit(state, 0))
  const i2 = EIGHT.map((state) => bit(state, 1))
  const e = EIGHT.map((state) => bit(state, 2))
  return worldOf({
    probabilities: EIGHT.map((state) => {
      const share = occurs[state & 3] ?? 0
      return (joint[state & 3] ?? 0) * (e[state] === 1 ? share : 1 - share)
    }),
    utilities: [e],
    levels: [
      [
        { name: 'I1', values: i1, price: 0 },
        { name: 'I2', values: i2, price: 0 },
      ],
    ],
  })
}

/** P(E | known) in that world. */
export function chanceOfEvent(world: World, known: number): number {
  return weigh(world, known, world.utilities[0] ?? []) / probabilityOf(world, known)
}

/** What the paper's three choices are called. */
export const LEGUME_CHOICES = ['eat raw legumes', 'eat rice', 'eat boiled legumes'] as const
/** The state that the example is about: legumes are toxic, rice is unhealthy, boiling removes the toxins. */
export const LEGUME_STATE = 7

/**
 * The counterexample to the successive protocol (section 3.1). The paper gives the order of the utilities, U(boiled) >
 * U(rice) ≫ U(raw) in the state that is the case; beliefs and sizes here are ours. All information is free.
 */
export function legumeWorld(): World {
  const isToxic = EIGHT.map((state) => bit(state, 0))
  const isRiceUnhealthy = EIGHT.map((state) => bit(state, 1))
  const doesBoilingHelp = EIGHT.map((state) => bit(state, 2))
  const chance = (is: number | undefined, p: number) => (is === 1 ? p : 1 - p)
  return worldOf({
    probabilities: EIGHT.map(
      (state) =>
        chance(isToxic[state], 0.1) *
        chance(isRiceUnhealthy[state], 0.2) *
        chance(doesBoilingHelp[state], 0.3),
    ),
    utilities: [
      EIGHT.map((state) => (isToxic[state] === 1 ? -20 : 5)),
      EIGHT.map((state) => (isRiceUnhealthy[state] === 1 ? 0.5 : 2)),
      EIGHT.map((state) => (isToxic[state] === 1 && doesBoilingHelp[state] === 0 ? -20 : 1)),
    ],
    levels: [
      [
        { name: 'legumes are toxic', values: isToxic, price: 0 },
        { name: 'rice is unhealthy', values: isRiceUnhealthy, price: 0 },
      ],
      [{ name: 'boiling removes the toxins', values: doesBoilingHelp, price: 0 }],
    ],
  })
}

/**
 * Example 6.1: three fair bits; I_2 matters only with I_1, I_3 only with I_2. Utilities are chosen so that every
 * expectation that the paper states is met exactly. `defencePrice` is p(I_3), 100 in the paper; the others are cheap.
 */
export function defenceGame(defencePrice: number, cheapPrice = 0.01): Game {
  // [U(0), U(1)] by the bits; without I_1 the others say nothing.
  const utilities = EIGHT.map((state) => {
    if (bit(state, 0) === 0) return [2, -1]
    if (bit(state, 1) === 0) return bit(state, 2) === 0 ? [-2, 3] : [0, 1]
    return bit(state, 2) === 0 ? [2, -1] : [0, 1]
  })
  const world = worldOf({
    probabilities: EIGHT.map(() => 1 / 8),
    utilities: [0, 1].map((choice) => utilities.map((both) => both[choice] ?? 0)),
    levels: [
      [
        { name: 'I1', values: EIGHT.map((state) => bit(state, 0)), price: cheapPrice },
        { name: 'I2', values: EIGHT.map((state) => bit(state, 1)), price: cheapPrice },
        { name: 'I3', values: EIGHT.map((state) => bit(state, 2)), price: defencePrice },
      ],
    ],
  })
  return { world, parts: world.levels[0] ?? [], state: 7, isClosedUnderUnion: true }
}
