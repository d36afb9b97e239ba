import type { Figure, Finding, Row } from '../row'
import {
  chanceOfEvent,
  defenceGame,
  factCheckingWorld,
  LEGUME_CHOICES,
  LEGUME_STATE,
  legumeWorld,
} from './examples'
import { equilibriumOf, shortfallOf } from './oversight-game'
import { recursivePlay, successivePlays } from './protocols'
import { contentOf, EPSILON, everywhere, probabilityOf, type Subset, weigh } from './world'

/** The paper's examples, to the digit. */

const PAPER = '004'

function exact(name: string, published: number | string | null, ours: number): Figure {
  return { name, published, ours, interval: null, n: 1 }
}

/** Every figure within rounding of the number that is published for it. */
function exactly(ours: readonly Figure[], why: string): Finding {
  const isSame = ours.every(({ ours: value, published }) => Math.abs(value - Number(published)) < EPSILON)
  return { verdict: isSame ? 'reproduced' : 'not reproduced', ours, why }
}

export const exampleTwoOne: Row = {
  id: 'T1',
  kind: 'det',
  what: 'Fact-checking is not paid for: Example 2.1',
  published: 'P(E) = 0.1, 0.4 after I1, 0.2 after both; gains log 4 and log 2',
  source: `${PAPER} Example 2.1, Table 1`,
  judge: () => {
    const world = factCheckingWorld()
    const offers = world.levels[0] ?? []
    // State 3 and 7 have I_1 = I_2 = 1.
    const after = (bought: Subset) => chanceOfEvent(world, everywhere(world) & contentOf(offers, bought, 3))
    const [prior, one, both] = [after(0), after(1), after(3)]
    return exactly(
      [
        exact('P(E)', 0.1, prior),
        exact('P(E | I1 = 1)', 0.4, one),
        exact('P(E | I1 = 1, I2 = 1)', 0.2, both),
        exact('gain by I1 alone', Math.log(0.4) - Math.log(0.1), Math.log(one) - Math.log(prior)),
        exact('gain by both', Math.log(0.2) - Math.log(0.1), Math.log(both) - Math.log(prior)),
      ],
      'Telling both gains log 2 where telling I1 alone gains log 4, by the paper’s own Table 1.',
    )
  },
}

export const legumes: Row = {
  id: 'T2',
  kind: 'det',
  what: 'The legumes: successive inspection ends with rice, recursive with boiled legumes',
  published: 'successive: (x1, {toxic}, {boiling}); recursive: (x2, {toxic, unhealthy}, {boiling})',
  source: `${PAPER} section 3.1, counterexample`,
  judge: () => {
    const world = legumeWorld()
    const inTurn = successivePlays(world).play(LEGUME_STATE)
    const recursive = recursivePlay(world, 2, LEGUME_STATE)
    const ours = [
      exact('successive: choice', 1, inTurn.choice),
      exact('successive: bought of {toxic, unhealthy}, as bits', 0b01, inTurn.bought[0] ?? -1),
      exact('recursive: choice', 2, recursive.choice),
      exact('recursive: bought of {toxic, unhealthy}, as bits', 0b11, recursive.bought[0] ?? -1),
      exact('recursive: bought of {boiling}, as bits', 0b1, recursive.bought[1] ?? -1),
    ]
    return exactly(
      ours,
      `Successive inspection chose to ${LEGUME_CHOICES[inTurn.choice]}, recursive to ${LEGUME_CHOICES[recursive.choice]}; beliefs and the sizes of utilities are ours.`,
    )
  },
}

export const exampleSixOne: Row = {
  id: 'T8',
  kind: 'det',
  what: 'The right information is not told when its defence is dear: Example 6.1',
  published: 'E[U(0)], E[U(1)] = 1, 0; then 0, 1; 1, 0; 0, 1; with p(I3) = 100 I1 is not revealed',
  source: `${PAPER} Example 6.1`,
  judge: () => {
    const dear = defenceGame(100)
    const expected = (choice: number, revealed: Subset) => {
      const known = everywhere(dear.world) & contentOf(dear.parts, revealed, dear.state)
      return weigh(dear.world, known, dear.world.utilities[choice] ?? []) / probabilityOf(dear.world, known)
    }
    const revealed = [0, 0b001, 0b011, 0b111] as const
    const names = ['', ' | I1', ' | I1, I2', ' | I1, I2, I3']
    const beliefs = revealed.flatMap((parts, i) => [
      exact(`E[U(0)${names[i]}]`, i % 2 === 0 ? 1 : 0, expected(0, parts)),
      exact(`E[U(1)${names[i]}]`, i % 2 === 0 ? 0 : 1, expected(1, parts)),
    ])
    const cheap = defenceGame(0.5)
    return exactly(
      [
        ...beliefs,
        exact('moves in equilibrium, p(I3) = 100', 0, equilibriumOf(dear).moves.length),
        exact('I1 is revealed first, p(I3) = 0.5', 1, equilibriumOf(cheap).moves[0] ?? 0),
        exact('shortfall, p(I3) = 0.5', 0, shortfallOf(cheap).shortfall),
      ],
      `With p(I3) = 100 nobody moves and the shortfall is ${shortfallOf(dear).shortfall}; with 0.5 the first player reveals I1 (prices of I1 and I2 are ours, 0.01).`,
    )
  },
}
