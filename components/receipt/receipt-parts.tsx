import type { ReactNode } from 'react'
import { amountInWords, shareInWords } from '@/components/answer/worth'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { ReceiptOffer } from '@/server/contract/receipt'
import { LICENCE_WORDS } from '@/server/words/licence'
import { RATING_WORDS } from '@/server/words/ratings'
import { reasonInWords } from '@/server/words/tree'

/** Terms and what they are, one under the other on a phone. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
      {children}
    </dl>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="mt-2 text-muted sm:mt-0">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

/** A value that is compared and not read. */
export function Code({ children }: { children: ReactNode }) {
  return <code className="break-all text-xs">{children}</code>
}

const VERDICT_WORDS: Readonly<Record<ReceiptOffer['verdict'], string>> = {
  bought: 'Bought',
  passed: 'Not bought, and forgotten',
  open: 'Not decided',
  withdrawn: 'Taken back',
}

const RETURNED_WORDS: Readonly<Record<ReceiptOffer['returned'][number]['cause'], string>> = {
  refunded: 'Refunded',
  'taken-back': 'Taken back by an operator',
}

/** What a purchase was worth, in the units of its answer's page; null where no number says that to a reader. */
export function changeInWords({ value, share, shareBand, gap }: ReceiptOffer): string | null {
  if (value === null || (value.unit === 'utility' && gap === null)) return null
  const scale = { unit: value.unit, spread: gap, stakeMicros: null }
  const { amount, of } = amountInWords(value.gain, scale)
  if (share === null) return `${amount}${of} when it was bought`
  const { low, high } = shareBand ?? { low: share, high: share }
  const { words, band } = shareInWords(
    { share, low, high, changes: 'sometimes' },
    { ...scale, isExact: shareBand === null },
  )
  return `${words}${band === null ? '' : `, ${band}`}; ${amount} when it was bought`
}

/** One offer of a receipt, with what its text can be checked by. */
export function OfferFacts({ offer }: { offer: ReceiptOffer }) {
  const { verdict, reason, shown, commitment, nonce } = offer
  const changed = changeInWords(offer)
  return (
    <Facts>
      <Fact term="Seller">
        {offer.seller}
        {offer.bot === null ? (offer.isByProgram ? ', by a program' : null) : `, by the bot ${offer.bot}`}
      </Fact>
      <Fact term="Verdict">
        {VERDICT_WORDS[verdict]}
        {reason === null ? null : `: ${reasonInWords(reason)}`}
        {offer.way === 'unseen' ? ', by the asker, without a reading' : null}
      </Fact>
      <Fact term="Price">
        <span className="nums">{offer.price} credits</span>
      </Fact>
      {offer.boughtAt === null ? null : (
        <Fact term="Bought">
          <ExactMoment at={new Date(offer.boughtAt)} />
        </Fact>
      )}
      {offer.returned.map(({ cause, amount, at }) => (
        <Fact key={cause} term={RETURNED_WORDS[cause]}>
          <span className="nums">{amount} credits</span>, <ExactMoment at={new Date(at)} />
        </Fact>
      ))}
      <Fact term="Licence">{LICENCE_WORDS[offer.licence].short}</Fact>
      <Fact term="Text">
        {offer.words} {offer.words === 1 ? 'word' : 'words'}, version {offer.version}
      </Fact>
      {shown.length === 0 ? null : (
        <Fact term="Shown">
          {shown.map(({ round, place, of }) => `${place} of ${of} in reading ${round + 1}`).join(', ')}
        </Fact>
      )}
      {changed === null ? null : (
        <Fact term="What it changed">
          <span className="nums whitespace-normal">{changed}</span>
        </Fact>
      )}
      {offer.rating === null ? null : <Fact term="Rated">{RATING_WORDS[offer.rating]}</Fact>}
      <Fact term="Commitment">
        {commitment === null ? 'None: it is older than receipts' : <Code>{commitment}</Code>}
      </Fact>
      <Fact term="Nonce">{nonce === null ? 'With who may read the text' : <Code>{nonce}</Code>}</Fact>
    </Facts>
  )
}

/** How somebody checks it: at once, and without this market. */
export function HowToCheck({ here }: { here: ReactNode }) {
  return (
    <section aria-labelledby="check-title" className="mt-10 border-line border-t pt-6">
      <h2 id="check-title" className="display text-xl">
        Check it yourself
      </h2>
      <p className="measure mt-2 text-muted text-sm">
        The file is signed with the key of this market (Ed25519), which is published at{' '}
        <a href="/.well-known/jwks.json" className="underline underline-offset-2">
          /.well-known/jwks.json
        </a>
        . Keep both, and no market is needed to check it: <Code>examples/verify-receipt.mjs</Code> of the
        source does so, and says whether a text that you have is the one that was sold. Here your browser does
        the same.
      </p>
      {here}
      <p className="measure mt-6 text-muted text-sm">
        What a purchase changed is told for a claim in bits: one bit is what the answer to an even yes-or-no
        question tells. For a choice it is told as a part of the gap between the best option and the worst, as
        everything bought has them. The file has both as they were counted: <Code>share</Code> and{' '}
        <Code>value</Code> in utility, and the <Code>gap</Code> that they are parts of.
      </p>
    </section>
  )
}
