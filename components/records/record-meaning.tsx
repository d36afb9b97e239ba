import Link from 'next/link'
import { PRIOR_SALES, SALES_OF_ONE_BUYER } from '@/server/contract/records'

/** What each figure of a record means, with the formula of the standing. */
export function RecordMeaning() {
  return (
    <section aria-labelledby="meaning-title" className="border-line border-t pt-8">
      <h2 id="meaning-title" className="display text-xl">
        What the figures mean
      </h2>
      <dl className="measure mt-3 space-y-3 text-sm">
        <Meaning term="Standing">
          How sales held up, from 0 towards 1. A sale counts 1 when its buyer rated it useful, ½ when it was
          not rated or known already, 0 when it was wrong; less the share that was refunded. Of each buyer the
          mean counts, as often as they bought, but {SALES_OF_ONE_BUYER} times at most; {PRIOR_SALES} sales of
          nothing are added for everybody:
          <code className="my-2 block overflow-x-auto whitespace-pre rounded-md bg-well px-3 py-2 text-xs">
            {`Σ min(n, ${SALES_OF_ONE_BUYER}) · mean  ÷  (Σ min(n, ${SALES_OF_ONE_BUYER}) + ${PRIOR_SALES})`}
          </code>
          So few sales say little, and everybody begins at 0, which is the least there is: nobody gains by
          leaving a name behind.
        </Meaning>
        <Meaning term="Bought, of how many buyers">
          Offers sold to somebody else. Accounts that look like one hand are one buyer, and what they buy of
          each other, of their own bots or in a closed ring counts nowhere.
        </Meaning>
        <Meaning term="Useful">Of the sales that their buyers rated, those rated useful.</Meaning>
        <Meaning term="Refunded">Of what was paid, in steps of 5 %.</Meaning>
        <Meaning term="Value">
          What each purchase changed, in the order bought, judged by all that was bought: the utility of what
          was recommended after it less that before it, on a scale from −10 to 10, added up. Only decisions
          among options have it.
        </Meaning>
        <Meaning term="Bits">
          What the purchases of a claim or a forecast gained against what turned out to be so, in bits of log
          score, added up.
        </Meaning>
      </dl>
      <p className="measure mt-4 text-muted text-sm">
        Only questions that everyone may watch are counted; “of” says how many. What happens counts within an
        hour; who is found to be one hand, within a day. A model that reads for somebody is shown the standing
        beside an offer, unless its asker leaves that out; the built-in agent never is.{' '}
        <Link href="/market-health" className="underline underline-offset-2">
          The market as a whole
        </Link>
      </p>
    </section>
  )
}

function Meaning({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}
