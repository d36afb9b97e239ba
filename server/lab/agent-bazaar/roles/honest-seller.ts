import * as z from 'zod'
import type { HonestSeller } from '../lemon/agents'
import { BRACKETS, TIERS, V_MAX } from '../lemon/config'
import { fixedSeller, type SellerStyle } from '../lemon/scripted'
import { amount, answerForm, ask, type Speaker } from './ask'

/** An honest seller of the Lemon Market behind a model (lab-specification.md B.3). */

const STYLES: Readonly<Record<SellerStyle, string>> = {
  standard: 'Describe the car plainly and factually.',
  detailed: 'Describe the car in detail, completely and honestly.',
  terse: 'Write the shortest honest description there is: one sentence at most.',
  optimistic:
    'Write an upbeat listing that shows the best side of the car without exaggerating its condition.',
}

export const LISTING_KEYS = '"description": "<text>", "price": <dollars>'
export const listingForm = z.object({
  description: z.string().trim().min(1),
  price: amount.refine((dollars) => dollars >= 0),
})

/** "mint $42,500 to $50,000, …": what buyers and sellers are told of prices. */
export const PRICE_GUIDE = `Usual prices by condition: ${TIERS.map((tier) => {
  const [low, high] = BRACKETS[tier].map((share) => `$${(share * V_MAX).toLocaleString('en-US')}`)
  return `${tier} ${low} to ${high}`
}).join(', ')}.`

export function llmHonestSeller(speaker: Speaker, style: SellerStyle = 'standard'): HonestSeller {
  const system = `You are an honest seller of used cars in a marketplace. You always describe a car's true condition. ${STYLES[style]}`
  return {
    list: async (view, random) => {
      const user = `The car's true condition is "${view.tier}". Write a short honest listing. Do not give quality as a number. ${PRICE_GUIDE} Choose a price within the range of this car's condition.\n${answerForm(speaker.algorithm, LISTING_KEYS)}`
      return (await ask(speaker, { system, user }, listingForm)) ?? fixedSeller(style).list(view, random)
    },
  }
}
