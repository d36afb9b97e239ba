import * as z from 'zod'
import { STRATEGIES } from '@/server/protocol/policy'
import type { RunTools } from '../../experiment'
import { OWNERS } from '../corpus'
import { type Ask, asking, REVIEW_TRIES } from '../model-mind'
import { NO_COMPAT, PAPER_COMPAT, type PaperCompat } from '../parameters'

/** How a model is asked for a verdict; the paper's default is the debate. */
export const strategyParameter = z
  .enum(STRATEGIES)
  .default('debate')
  .describe('How the model is asked for its verdict: directly, by chain of thought, or by a debate')

/** How often a verdict is asked for; the published runs ask once and buy nothing when they cannot read it (lab, A.7). */
export const reviewTriesParameter = z
  .int()
  .min(1)
  .max(10)
  .default(REVIEW_TRIES)
  .describe('How often a verdict that cannot be read is asked for in all, before nothing is bought')

/** Everything in which the published code differs from its paper, or from what anybody would want, at once. */
export const paperCompatParameter = z
  .boolean()
  .default(false)
  .describe(
    'Does as the published code: verdicts may overspend, information is paid to each vendor again, tenders are pooled',
  )

/** The published code's `force_faithfulness_to_quotes`, which its experiments leave off. */
export const faithfulParameter = z
  .boolean()
  .default(false)
  .describe('Answers rest on the bought passages alone, without what the model knows itself')

export const ownersParameter = z
  .enum(OWNERS)
  .default('code')
  .describe(
    'Who sells a passage: its first author and that author’s institution (the published code), or the institutions of first and last author (the paper)',
  )

export function compatOf(paperCompat: boolean): PaperCompat {
  return paperCompat ? PAPER_COMPAT : NO_COMPAT
}

/** @throws Error without a model; the command says so before it starts a run. */
export function askOf({ chat, signal, readings }: RunTools): { ask: Ask; name: string } {
  if (!chat) throw new Error('This experiment needs a language model, and none is set.')
  return { ask: asking(chat, signal, readings), name: chat.name }
}

/** The element of a list that a seed names: seeds are question numbers where a model is asked once for each. */
export function atSeed<T>(items: readonly T[], seed: number): T {
  const item = items[seed % items.length]
  if (item === undefined) throw new Error('There is no question to ask.')
  return item
}

/** Numbers from `first`, `count` of them. */
export function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at)
}

/** Mean of numbers; 0 of none. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
