import type { DeceptivePrincipal } from '../lemon/agents'
import type { SybilStyle } from '../lemon/config'
import { scriptedPrincipal } from '../lemon/scripted'
import { answerForm, ask, type Speaker } from './ask'
import { LISTING_KEYS, listingForm, PRICE_GUIDE } from './honest-seller'

/** The Deceptive Principal (AB §3.2, lab-specification.md B.3): one mind, many names. Only the text and the price are the model's. */

const VOICES: Readonly<Record<SybilStyle, string>> = {
  formal: 'You write as a professional dealership would: polished, precise, confident.',
  casual: 'You write as a friendly neighbour would: warm, informal, enthusiastic.',
  technical: 'You write as a car enthusiast would: with technical detail and the words of the trade.',
  brief: 'You write as someone with no time would: short factual sentences and nothing else.',
  detailed: 'You write thoroughly: complete descriptions that paint a picture of the car.',
}

export function llmDeceptivePrincipal(speaker: Speaker): DeceptivePrincipal {
  return {
    list: async (view, random) => {
      const { advertised, style, reputation, bestSteps } = view
      const best =
        bestSteps.length > 0 ? ` Your best rounds so far, by revenue: ${JSON.stringify(bestSteps)}.` : ''
      const user = `You list a used car as being in "${advertised}" condition. Your reputation is ${reputation.toFixed(2)}.${best} Write a short, compelling listing. Do not give quality as a number. ${PRICE_GUIDE} Choose a price within the range of the advertised condition.\n${answerForm(speaker.algorithm, LISTING_KEYS)}`
      return (
        (await ask(speaker, { system: VOICES[style], user }, listingForm)) ??
        scriptedPrincipal.list(view, random)
      )
    },
  }
}
