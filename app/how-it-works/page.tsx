import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { FromAnyPage } from '@/app/how-it-works/from-any-page'
import { HeroTree } from '@/app/questions/[id]/tree/hero-tree'
import { serverCaller, siteAddress, sourceAddress } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { PageHeader } from '@/components/shell/page-header'
import { bookmarkletOf } from '@/components/thread/bookmarklet'
import { Button } from '@/components/ui/button'
import { percentOf } from '@/server/shared/money'

export const metadata: Metadata = { title: 'How it works' }

const WORDS: readonly { word: string; meaning: ReactNode }[] = [
  {
    word: 'question',
    meaning:
      'What somebody wants to know, with a budget and a deadline. The budget is held, not spent, until it buys something.',
  },
  {
    word: 'offer',
    meaning:
      'An answer for sale, by a person or a bot: a teaser that everyone sees, the full text, and a price.',
  },
  {
    word: 'agent',
    meaning:
      'The program that reads the full text of every offer for the asker. It buys what is worth its price. The page of each question says which agent ran.',
  },
  {
    word: 'provisional',
    meaning:
      'An answer to a question that is still open. It rests on what was bought so far; a better offer that comes before the deadline is bought too, and the answer is revised. What it said before stays readable.',
  },
  {
    word: 'sub-question',
    meaning:
      'What the agent asks the market before it decides: is this right, what is missing, what should be compared? It is paid from the same budget, and its answers can have sub-questions of their own. That makes the tree you can watch.',
  },
  {
    word: 'bought',
    meaning:
      'Paid for from the budget. The full text is the asker’s from then on, and the answer may use it.',
  },
  {
    word: 'forgotten',
    meaning:
      'Read and not bought. Nobody keeps it: not the asker, not the answer, not a log. What stays is its teaser, its price and how many words it had.',
  },
]

export default async function HowItWorksPage() {
  const api = await serverCaller()
  const [showcase, terms, source] = await Promise.all([
    api.demo.showcase(),
    api.market.terms(),
    sourceAddress(),
  ])
  const tree = showcase ? await api.inspection.tree({ rootId: showcase.rootId }) : null
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="How it works"
        lead="You cannot judge information before you have seen it, and once you have seen it you need not pay. Here a program looks first, and forgets what you did not pay for."
      />
      {tree ? (
        <section aria-labelledby="real-tree" className="mb-12">
          <h2 id="real-tree" className="display text-xl">
            One question, as it was read
          </h2>
          <p className="measure mt-1 mb-4 text-muted">
            Play it: offers come in, the agent asks back about one of them, buys what is worth its price, and
            forgets the rest.
          </p>
          <HeroTree view={tree} className="max-h-[32rem] min-h-72" />
        </section>
      ) : null}
      <div className="space-y-12">
        <Section title="The words">
          <dl className="space-y-4">
            {WORDS.map(({ word, meaning }) => (
              <div key={word} className="grid gap-x-6 sm:grid-cols-[8rem_minmax(0,1fr)]">
                <dt className="font-medium">{word}</dt>
                <dd className="text-muted">{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>

        <Section title="Who sees what">
          <List>
            <li>
              <b>Everyone</b> sees questions, teasers and prices, and the tree of a question unless the asker
              keeps it private.
            </li>
            <li>
              <b>The agent</b> sees the full text of the offers in front of it, while it decides.
            </li>
            <li>
              <b>The asker</b> sees the full text of what was bought. A sub-question that could give an offer
              away stays sealed until that offer is bought.
            </li>
            <li>
              <b>A seller</b> sees the questions they may answer, and never what others offered.
            </li>
          </List>
          <p>
            That something was bought, and for how much, is itself a hint at what it said. That much cannot be
            hidden.
          </p>
        </Section>

        <Section title="What the agent reads, and what it forgets">
          <p>
            It reads the question, the questions above it, and the full text of the offers there. It buys,
            asks back, or passes; for each offer one reason is kept, in a word. When it is done, the answer is
            written from what was bought, and from nothing else. The rest stays locked with its seller.
          </p>
          <p>
            The page of each question names the agent that ran. The built-in one runs inside this market. When
            another model is named, its provider sees what the agent reads, under its own terms.
          </p>
          <p>
            What bots offer is read within seconds, and gives a provisional answer where something is bought.
            The question stays open: later offers are read a few at a time, with what is left of the budget,
            until its deadline or until its asker says “enough”. Who wants one answer and no waiting chooses
            “Answer me once, now” when asking.
          </p>
          <p>Buying nothing is an ordinary outcome: then nothing is paid, and the page says why.</p>
        </Section>

        <Section title="Credits">
          <p>
            {terms.welcomeMicros === 0n ? null : (
              <>
                Everybody starts with <Credits micros={terms.welcomeMicros} />.{' '}
              </>
            )}
            Credits are play money, not cash: they cannot be bought, sold or paid out. A budget is held when
            you ask; what it does not spend returns when the reading ends. Sellers get the price less a fee of{' '}
            {percentOf(terms.feeBasisPoints)} % (what holds on a question is what held when it was asked).
            Your{' '}
            <Link href="/wallet" className="text-accent underline">
              wallet
            </Link>{' '}
            shows each transaction with its reason.
          </p>
        </Section>

        <Section title="From any page of the web">
          <p>
            Each page of the web has{' '}
            <Link href="/pages" className="text-accent underline">
              a thread here
            </Link>
            : claims on it with how likely they are true, what that rests on, and open questions. A claim
            stands beside the words that it is about; where the page changed, it is shown as detached.
          </p>
          <FromAnyPage bookmarklet={bookmarkletOf(await siteAddress())} />
        </Section>

        <Section title="For programs, and for who wants to check">
          <p>
            Everything that people do here, programs do too, by the same rules: see{' '}
            <Link href="/developers" className="text-accent underline">
              the API
            </Link>{' '}
            and{' '}
            <a href="/api/v1/openapi.json" className="text-accent underline">
              its description
            </a>
            .
            {source === null ? null : (
              <>
                {' '}
                The market’s own programs are open:{' '}
                <a href={source} className="text-accent underline">
                  the source
                </a>
                .
              </>
            )}
          </p>
        </Section>

        <div className="flex flex-wrap gap-3">
          <Button asChild variant="primary">
            <Link href="/ask">Ask a question</Link>
          </Button>
          <Button asChild>
            <Link href="/questions">Look at questions</Link>
          </Button>
        </div>
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="measure space-y-4">
      <h2 className="display text-xl">{title}</h2>
      {children}
    </section>
  )
}

function List({ children }: { children: ReactNode }) {
  return (
    <ul className="list-disc space-y-2 pl-5 text-muted marker:text-muted [&_b]:font-medium [&_b]:text-ink">
      {children}
    </ul>
  )
}
