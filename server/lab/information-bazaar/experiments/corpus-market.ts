import type { RunTools } from '../../experiment'
import { runBazaar } from '../bazaar'
import { type Corpus, type GoldQuestion, type Owners, vendorsOf } from '../corpus'
import { type BazaarEvent, eventJson } from '../events'
import type { Judged } from '../judge'
import type { Mind, Sense } from '../mind'
import type { BazaarParameters } from '../parameters'
import { microsOfCredits } from '../price-display'

/** One question asked on the market of a corpus. */
export async function askCorpus(
  question: GoldQuestion,
  {
    corpus,
    owners,
    player,
    budget,
    parameters,
    mind,
    sense,
    record,
  }: {
    corpus: Corpus
    owners: Owners
    /** What the answer is called when it is compared. */
    player: string
    budget: number
    parameters: BazaarParameters
    mind: Mind
    sense: Sense
    record: RunTools['record']
  },
): Promise<Judged> {
  const buyer = { id: 'buyer', question: question.text, budgetMicros: microsOfCredits(budget) }
  const bazaar = {
    vendors: vendorsOf(corpus, { owners }),
    buyers: [buyer],
    parameters,
    sense,
    mindOf: () => mind,
    record: (event: BazaarEvent) => record?.(eventJson(event)),
  }
  const { buyers } = await runBazaar(bazaar, 0)
  return { player, answer: buyers[0]?.answer ?? null, costMicros: buyers[0]?.spentMicros ?? 0n }
}
