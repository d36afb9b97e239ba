import type { FirmAgent, FirmView } from '../crash/agents'
import type { Prompt, PromptAlgorithm, Speaker } from './ask'
import { actionOf, firmPrompt, firmSetting } from './firm'

/** The Stabilizing Firm (AB §4.1, lab-specification.md B.2): the same observation, other instructions, and its own best days. */

const STRATEGY = `You are a stabilizing firm: a price anchor in this market. Hold a stable price at a markup above your unit cost, whatever competitors do.
1. Your lowest price is your unit cost with overhead. Never sell below it: you would go bankrupt.
2. When competitors go below your price, do not follow them down.
3. Buy only the supply that you expect to sell at your price.
4. Stable prices are your brand and your advantage.`

export function stabilizingPrompt(view: FirmView, consumers: number, algorithm: PromptAlgorithm): Prompt {
  const { system, user } = firmPrompt(view, `${firmSetting(consumers)}\n\n${STRATEGY}`, algorithm)
  return { system, user: `${bestDays(view)}${user}` }
}

export function llmStabilizingFirm(speaker: Speaker, consumers: number): FirmAgent['decide'] {
  return (view) => actionOf(speaker, stabilizingPrompt(view, consumers, speaker.algorithm), view)
}

function bestDays({ bestDays }: FirmView): string {
  if (bestDays.length === 0) return ''
  return `Your best days so far (score = market health + profit):\n${JSON.stringify(bestDays, null, 1)}\n\n`
}
