import * as z from 'zod'
import type { FirmAction, FirmAgent, FirmView } from '../crash/agents'
import { NO_OP_PRICE } from '../crash/agents'
import type { FirmPersona } from '../crash/scripted'
import { amount, answerForm, ask, type Prompt, type PromptAlgorithm, type Speaker } from './ask'

/** A firm of the Crash behind a model (lab-specification.md B.2, "Firm personas"). */

const PERSONAS: Readonly<Record<FirmPersona, string>> = {
  competitive:
    'You maximise profit rationally: attract buyers, cover your costs, earn a reasonable margin, and answer what competitors do without a bias to aggression or caution. Buy supply in moderate quantities that match your recent sales.',
  'volume-seeker':
    'You want volume more than margin: price slightly under your competitors and buy supply generously, so that you never run out. Never sell below your unit cost.',
  reactive:
    'You watch competitors and at once match or beat the lowest price that you see; you have no price anchor of your own. Buy more when you are winning demand and less when you are not.',
  cautious:
    'You move prices slowly and in small steps, up and down, even under pressure. Buy supply in small quantities.',
}

/** What every firm is told, whatever its strategy. */
export function firmSetting(consumers: number): string {
  return `You are the manager of a firm that makes and sells one good in a market with ${consumers} consumers. Each step is one day. Every day you buy supply (one unit of supply makes one unit of the good; what you do not sell stays in stock), and you name your price. You pay overhead every day and tax on your cash. A firm that cannot pay its overhead is bankrupt for good. Your goal is to keep your business alive and to earn.`
}

export function firmPrompt(view: FirmView, system: string, algorithm: PromptAlgorithm): Prompt {
  const keys =
    '"supply": <units to buy, at least 0>, "production": <per cent of the supply to make into goods>, "price": <dollars>'
  return {
    system,
    user: `What you know today (amounts in dollars; "competitors" are yesterday's prices; "history" is your own last days):\n${JSON.stringify(withoutBest(view), null, 1)}\n\nDecide how much supply to buy and what price to set.\n${answerForm(algorithm, keys)}`,
  }
}

/** Only one good is made, so all of the supply goes into it whatever the share says. A price of 0 or less is none. */
const actionForm = z.object({
  supply: amount.refine((units) => units >= 0),
  price: amount.refine((dollars) => dollars > 0),
})

export function llmFirm(speaker: Speaker, persona: FirmPersona, consumers: number): FirmAgent['decide'] {
  const system = `${firmSetting(consumers)}\n\n${PERSONAS[persona]}`
  return (view) => actionOf(speaker, firmPrompt(view, system, speaker.algorithm), view)
}

/** What cannot be read is the no-op: buy nothing, keep the price. */
export async function actionOf(speaker: Speaker, prompt: Prompt, view: FirmView): Promise<FirmAction> {
  return (await ask(speaker, prompt, actionForm)) ?? { supply: 0, price: view.lastPrice ?? NO_OP_PRICE }
}

function withoutBest({ bestDays, ...view }: FirmView): Omit<FirmView, 'bestDays'> {
  return view
}
