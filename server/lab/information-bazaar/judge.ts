import { binomialDistribution } from 'simple-statistics'
import { seededRandom, seedFrom } from '@/server/shared/random'
import type { Game } from './elo'
import { factsIn } from './fact-world'
import type { Reply } from './mind'

/**
 * Compares two answers to one question. Every pair is judged in both orders: a judge that favours a place gives half a win to
 * each. Source: lab, A.8.
 */

export type Judged = { player: string; answer: string | null; costMicros: bigint }
export type Comparison = { question: string; first: Judged; second: Judged }
/** For one of the two; `neither` when a judge that was asked does not say. */
export type Judgement = 'first' | 'second' | 'neither'
export type Judge = (comparison: Comparison) => Reply<Judgement>

export type Outcome = {
  /** Of the first player, from 1 to 0 by quarters; a judgement for neither counts half. */
  score: number
  /** Whether both orders named the same place, not the same player. */
  isByPlace: boolean
}

/** Judges a pair in both orders. */
export async function compareBothWays(judge: Judge, comparison: Comparison): Promise<Outcome> {
  const { question, first, second } = comparison
  const forward = await judge(comparison)
  const backward = await judge({ question, first: second, second: first })
  const score = (wonBy('first', forward) + wonBy('second', backward)) / 2
  return { score, isByPlace: forward === backward && forward !== 'neither' }
}

function wonBy(place: Judgement, judgement: Judgement): number {
  return judgement === 'neither' ? 0.5 : Number(judgement === place)
}

/** A half win is one game won by whom the seed picks: Elo counts games, and wins must be whole. */
export function gameOf(comparison: Comparison, { score }: Outcome, seed: number): Game {
  const { first, second, question } = comparison
  const coin = seededRandom(seedFrom(`${seed}/${question}/${first.player}/${second.player}`))
  const isWon = score === 0.5 ? coin() < 0.5 : score > 0.5
  return isWon
    ? { winner: first.player, loser: second.player }
    : { winner: second.player, loser: first.player }
}

export type Truth = { facts: readonly string[]; falseMarks: ReadonlySet<string> }

/** Required facts that an answer states, minus those that it states from a false passage. */
export function coverageOf(answer: string | null, { facts, falseMarks }: Truth): number {
  const required = new Set(facts)
  const right = new Set<string>()
  const wrong = new Set<string>()
  for (const line of (answer ?? '').split('\n')) {
    const mark = /^(mark\d+):/.exec(line)?.[1]
    const into = mark !== undefined && falseMarks.has(mark) ? wrong : right
    for (const fact of factsIn(line)) if (required.has(fact)) into.add(fact)
  }
  return right.size - [...wrong].filter((fact) => !right.has(fact)).length
}

/** More required facts win, then the lower cost, then whom the seed picks; it looks at no place. Source: lab, A.10. */
export function coverageJudge(truthOf: (question: string) => Truth, seed: number): Judge {
  return ({ question, first, second }) => {
    const truth = truthOf(question)
    const more = coverageOf(first.answer, truth) - coverageOf(second.answer, truth)
    if (more !== 0) return more > 0 ? 'first' : 'second'
    if (first.costMicros !== second.costMicros)
      return first.costMicros < second.costMicros ? 'first' : 'second'
    const [a = '', b = ''] = [first.player, second.player].sort()
    const isFirst = seededRandom(seedFrom(`${seed}/${question}/${a}/${b}`))() < 0.5
    return (isFirst ? a : b) === first.player ? 'first' : 'second'
  }
}

/** Probability of at least `wins` of `games` when each is a toss. */
export function tossProbability(wins: number, games: number): number {
  const probabilities = binomialDistribution(games, 0.5) ?? []
  const below = probabilities.slice(0, wins).reduce((sum, probability) => sum + probability, 0)
  return Math.max(0, 1 - below)
}
