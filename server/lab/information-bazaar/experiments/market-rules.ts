import * as z from 'zod'
import { PROTOCOLS } from '@/server/protocol/policy'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type RunTools } from '../../experiment'
import { AT_LEAST_0, SHARE } from '../../range'
import { runBazaar } from '../bazaar'
import { BAZAAR_LOG, type BazaarEvent, eventJson } from '../events'
import {
  CANARY_BUYERS,
  type CanaryMarket,
  canaryMarket,
  erraticMind,
  SMALL_MARKET,
  watched,
} from '../hostile-market'
import { type BazaarParameters, PAPER_COMPAT } from '../parameters'
import { microsOfCredits } from '../price-display'
import { lexicalSense } from '../sense'
import { seedsFrom } from './model-tools'

/**
 * The rules that must hold whatever agents do, counted in a market whose every word can be traced. Source: lab, A.4 (budget,
 * claims, forgetting) and A.10.
 */
export const marketRules = defineExperiment({
  name: 'information-bazaar-rules',
  title: 'Rules of the Information Bazaar',
  part: 'information-bazaar',
  question: 'Do budget, forgetting and repeatability hold when agents do anything at all?',
  reproduces: 'IB sections 3.1 and 3.2: the rules that the published code states, and where it breaks them',
  parameters: z.object({
    protocol: z.enum(PROTOCOLS).default('single').describe('Who sees what; single is the paper’s'),
    budget: z.number().min(0).max(1_000).default(12).describe('Credits that each buyer has'),
  }),
  sweep: { protocol: PROTOCOLS },
  seeds: seedsFrom(1, 50),
  metrics: {
    overspent: {
      label: 'Overspent',
      unit: 'count',
      range: [0, CANARY_BUYERS],
      words: 'Buyers that spent more than their budget.',
    },
    overspentByPaperRule: {
      label: 'Overspent, published rule',
      unit: 'count',
      range: [0, CANARY_BUYERS],
      words: 'Buyers that did so when the sum of a verdict is not checked, as in the published code.',
    },
    paidTwice: {
      label: 'Paid twice',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Purchases of information that the buyer owned.',
    },
    remembered: {
      label: 'Remembered',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Words of unbought passages in what a buyer was shown after its decision.',
    },
    lostMicros: {
      label: 'Money lost or made',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Micro-credits held by nobody, or by nobody granted.',
    },
    otherAgain: {
      label: 'Other when run again',
      unit: 'count',
      range: SHARE,
      words: 'Whether the same seed gave another event log.',
    },
    otherRearranged: {
      label: 'Other when rearranged',
      unit: 'count',
      range: SHARE,
      words: 'Whether vendors, buyers and passages listed in another order gave another event log.',
    },
  },
  published: [],
  log: BAZAAR_LOG,
  secondsPerRun: 0.02,
  async run({ protocol, budget }, seed, { record }) {
    const parameters: BazaarParameters = { ...SMALL_MARKET, protocol }
    const market = canaryMarket(seed, { budget })
    const first = await run(market, parameters, seed, record)
    const again = await run(market, parameters, seed)
    const rearranged = await run(rearrange(market, seed), parameters, seed)
    const byPaper = await run(market, { ...parameters, compat: PAPER_COMPAT }, seed)
    const overspent = ({ result }: Run) =>
      result.buyers.filter(({ spentMicros }) => spentMicros > microsOfCredits(budget)).length
    const { grantedMicros, heldMicros } = first.result.totals
    const difference = heldMicros - grantedMicros
    return {
      metrics: {
        overspent: overspent(first),
        overspentByPaperRule: overspent(byPaper),
        paidTwice: first.result.buyers.reduce(
          (sum, { owned }) => sum + owned.length - new Set(owned.map(({ key }) => key)).size,
          0,
        ),
        remembered: first.remembered(),
        lostMicros: Number(difference < 0n ? -difference : difference),
        otherAgain: Number(again.log !== first.log),
        otherRearranged: Number(rearranged.log !== first.log),
      },
    }
  },
})

type Run = { result: Awaited<ReturnType<typeof runBazaar>>; log: string; remembered(): number }

async function run(
  { vendors, buyers }: CanaryMarket,
  parameters: BazaarParameters,
  seed: number,
  record?: RunTools['record'],
): Promise<Run> {
  const events: BazaarEvent[] = []
  const later: { buyerId: string; text: string }[] = []
  const texts = vendors.flatMap(({ publicPassages }) => publicPassages.map(({ passage }) => passage.content))
  const result = await runBazaar(
    {
      vendors,
      buyers,
      parameters,
      sense: lexicalSense(texts.toSorted()),
      mindOf: ({ id }) =>
        watched(erraticMind(seed + Number(id.slice('buyer'.length))), ({ of, sight }) => {
          if (of !== 'verdict') later.push({ buyerId: id, text: JSON.stringify(sight) })
        }),
      record(event) {
        events.push(event)
        record?.(eventJson(event))
      },
    },
    seed,
  )
  return {
    result,
    log: events.map((event) => JSON.stringify(eventJson(event))).join('\n'),
    remembered: () =>
      later.reduce((sum, { buyerId, text }) => {
        const owned = result.buyers.find((buyer) => buyer.buyerId === buyerId)?.owned ?? []
        const known = JSON.stringify(owned.map(({ title, content }) => [title, content]))
        return sum + (text.match(CANARY) ?? []).filter((canary) => !known.includes(canary)).length
      }, 0),
  }
}

const CANARY = /canary(?:content|title)\d+x/g

function rearrange(market: CanaryMarket, seed: number): CanaryMarket {
  return {
    ...market,
    buyers: shuffled(market.buyers, seed),
    vendors: shuffled(market.vendors, seed).map((vendor) => ({
      ...vendor,
      publicPassages: shuffled(vendor.publicPassages, seed),
    })),
  }
}
