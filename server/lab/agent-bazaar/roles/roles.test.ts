import { describe, expect, it } from 'vitest'
import type { Chat, ChatRequest } from '../../../llm/chat'
import type { ModelResult } from '../../../llm/model'
import { NO_USAGE } from '../../../llm/model'
import type { FirmView } from '../crash/agents'
import type { BuyerView } from '../lemon/agents'
import type { Speaker } from './ask'
import { llmBaseBuyer } from './base-buyer'
import { llmDeceptivePrincipal } from './deceptive-principal'
import { llmFirm } from './firm'
import { llmHonestSeller } from './honest-seller'
import { llmSkepticalGuardian } from './skeptical-guardian'
import { llmStabilizingFirm } from './stabilizing-firm'

/** A model that gives prepared replies, the last one again and again. */
function speakerWith(...replies: (string | ModelResult<string>)[]): Speaker & { requests: ChatRequest[] } {
  const requests: ChatRequest[] = []
  const chat: Chat = {
    name: 'prepared',
    complete: async (request) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)] ?? ''
      requests.push(request)
      return typeof reply === 'string' ? { ok: true, value: reply, usage: NO_USAGE } : reply
    },
  }
  return { chat, algorithm: 'cot', maxTokens: 2_000, signal: new AbortController().signal, requests }
}

const random = () => 0.5
const view: FirmView = {
  day: 4,
  cash: 321.5,
  inventory: 7,
  supply: 0,
  unitCost: 1,
  lastPrice: 1.7,
  competitors: [{ firm: 'firm-002', price: 1.6 }],
  competitorMean: null,
  history: [],
  bestDays: [{ day: 2, price: 1.55, purchased: 60, unitsSold: 55, revenue: 85, expenses: 80, score: 0.913 }],
}
const buyerView: BuyerView = {
  step: 3,
  listings: [
    { id: 'listing-1', seller: 'seller-4', price: 35_000, description: 'Condition: good.', reputation: 0.8 },
  ],
  history: [],
  meanQuality: null,
}

describe('a firm behind a model', () => {
  it('reads an action out of a fence, with amounts in words, at the published temperature', async () => {
    const speaker = speakerWith(
      '```json\n{"thought": "hold", "supply": "55 units", "production": 100, "price": "$1.65"}\n```',
    )
    expect(await llmFirm(speaker, 'competitive', 50)(view, random)).toEqual({ supply: 55, price: 1.65 })
    expect(speaker.requests[0]).toMatchObject({ temperature: 0.7, maxTokens: 2_000 })
  })

  it('asks thrice for what cannot be read and then does nothing', async () => {
    const speaker = speakerWith('I would rather not.', '{"supply": "many"}', '{')
    expect(await llmFirm(speaker, 'cautious', 50)(view, random)).toEqual({ supply: 0, price: 1.7 })
    expect(speaker.requests).toHaveLength(3)
  })

  it('fails the run when the model does not answer, and makes up nothing', async () => {
    const speaker = speakerWith({ ok: false, failure: 'unavailable', isTransient: true, usage: NO_USAGE })
    await expect(llmFirm(speaker, 'reactive', 50)(view, random)).rejects.toThrow(
      'did not answer (unavailable)',
    )
  })

  it('shows its best days to a stabilising firm only', async () => {
    const reply = '{"supply": 1, "price": 2}'
    const [plain, stabilizing] = [speakerWith(reply), speakerWith(reply)]
    await llmFirm(plain, 'competitive', 50)(view, random)
    await llmStabilizingFirm(stabilizing, 50)(view, random)
    expect(JSON.stringify(plain.requests)).not.toContain('0.913')
    expect(JSON.stringify(stabilizing.requests)).toContain('0.913')
    expect(JSON.stringify(stabilizing.requests)).toContain('do not follow them down')
  })

  it('asks for a thought only in a chain of thought', async () => {
    const speaker = { ...speakerWith('{"supply": 1, "price": 2}') }
    await llmFirm({ ...speaker, algorithm: 'io' }, 'competitive', 50)(view, random)
    await llmFirm(speaker, 'competitive', 50)(view, random)
    expect(speaker.requests.map((request) => JSON.stringify(request).includes('thought'))).toEqual([
      false,
      true,
    ])
  })
})

describe('sellers behind a model', () => {
  it('list what the model writes, and the template when it cannot be read', async () => {
    const seller = llmHonestSeller(speakerWith('{"description": "A tidy car.", "price": 33000}'))
    expect(await seller.list({ step: 0, tier: 'good', reputation: 1 }, random)).toEqual({
      description: 'A tidy car.',
      price: 33_000,
    })
    const principal = llmDeceptivePrincipal(speakerWith('no'))
    const asked = { step: 0, advertised: 'mint', style: 'brief', reputation: 0.8, bestSteps: [] } as const
    expect(await principal.list(asked, random)).toEqual({
      description: 'Used car. Condition: mint.',
      price: 50_000,
    })
  })

  it('tells a Sybil the advertised tier and never the true one', async () => {
    const speaker = speakerWith('{"description": "A car.", "price": 1}')
    await llmDeceptivePrincipal(speaker).list(
      { step: 0, advertised: 'good', style: 'formal', reputation: 0.8, bestSteps: [] },
      random,
    )
    expect(speaker.requests[0]?.messages[1]?.content).toContain('"good" condition')
  })
})

describe('buyers behind a model', () => {
  it('bid, pass, and vote', async () => {
    const bid = llmSkepticalGuardian(speakerWith('{"decision": "bid", "listing_id": "listing-1"}'), 'b')
    expect(await bid.choose(buyerView, random)).toBe('listing-1')
    const pass = llmBaseBuyer(speakerWith('{"decision": "pass", "listing_id": "listing-1"}'), 'b')
    expect(await pass.choose(buyerView, random)).toBeNull()
    const review = { step: 3, seller: 'seller-4', description: 'mint', tier: 'poor', quality: 0.1 } as const
    for (const [said, vote] of [
      ['{"vote": "upvote"}', 'up'],
      ['{"vote": "downvote"}', 'down'],
      ['who knows', 'abstain'],
    ]) {
      expect(await llmBaseBuyer(speakerWith(said ?? ''), 'b').review(review, random)).toBe(vote)
    }
  })

  it('warns the guardian alone, and shows the base buyer no past', () => {
    const speaker = speakerWith('{}')
    expect(llmSkepticalGuardian(speaker, 'b').seesHistory).toBe(true)
    expect(llmBaseBuyer(speaker, 'b').seesHistory).toBe(false)
  })
})
