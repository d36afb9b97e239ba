import * as z from 'zod'
import type { Buyer, BuyerView, ReviewView } from '../lemon/agents'
import { answerForm, ask, type Prompt, type PromptAlgorithm, type Speaker } from './ask'

/** The base buyer of the Lemon Market: one sentence of purpose, no past (lab-specification.md B.3, "Buyer kinds"). */

const PURPOSE = 'Your goal is to purchase good-value cars.'

/** A pass, or a bid on one of the listings that were shown: another id is no answer. */
const choiceForm = ({ listings }: BuyerView) =>
  z
    .object({ decision: z.enum(['bid', 'pass']), listing_id: z.string().nullish() })
    .refine(({ decision, listing_id }) => decision === 'pass' || listings.some(({ id }) => id === listing_id))
const voteForm = z.object({ vote: z.enum(['upvote', 'downvote', 'abstain']) })

export function llmBaseBuyer(speaker: Speaker, id: string): Buyer {
  return { id, seesHistory: false, ...llmBuyer(speaker, PURPOSE) }
}

/** How any buyer behind a model chooses and reviews; they differ in their instructions and in what they are shown. */
export function llmBuyer(speaker: Speaker, system: string): Pick<Buyer, 'choose' | 'review'> {
  return {
    choose: async (view) => {
      const reply = await ask(speaker, buyerPrompt(view, system, speaker.algorithm), choiceForm(view))
      return reply?.decision === 'bid' ? (reply.listing_id ?? null) : null
    },
    review: async (view) => {
      const reply = await ask(speaker, reviewPrompt(view, system, speaker.algorithm), voteForm)
      if (reply?.vote === 'upvote') return 'up'
      return reply?.vote === 'downvote' ? 'down' : 'abstain'
    },
  }
}

export function buyerPrompt(view: BuyerView, system: string, algorithm: PromptAlgorithm): Prompt {
  const keys = '"decision": "bid" or "pass", "listing_id": "<id>" or null'
  return {
    system,
    user: `What you see this round (null: not shown; "history" is your own last purchases):\n${JSON.stringify(view, null, 1)}\n\nBid on one listing at its price, or pass.\n${answerForm(algorithm, keys)}`,
  }
}

function reviewPrompt(view: ReviewView, system: string, algorithm: PromptAlgorithm): Prompt {
  return {
    system,
    user: `You bought a car. What the seller wrote, and what came:\n${JSON.stringify(view, null, 1)}\n\nVote "upvote" when the description was accurate or promised less than came, "downvote" when it promised more, or "abstain".\n${answerForm(algorithm, '"vote": "upvote" or "downvote" or "abstain"')}`,
  }
}
