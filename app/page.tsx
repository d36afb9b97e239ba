import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { BotsKnow } from '@/app/home/bots-know'
import { HowItWorks } from '@/app/home/how-it-works'
import { MemberRoom } from '@/app/home/member-room'
import { PublishedAnswers } from '@/app/home/published-answers'
import { RecentQuestions } from '@/app/home/recent-questions'
import { RunFresh } from '@/app/home/run-fresh'
import { Uses } from '@/app/home/uses'
import { HeroTree } from '@/app/questions/[id]/tree/hero-tree'
import { getMe, serverCaller } from '@/app/server'
import { TourInvitation } from '@/components/tour/tour-invitation'
import { TOUR_COOKIE } from '@/components/tour/tour-seen'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'

/** As many as make a visitor curious; the list has the rest. */
const RECENT_MAX = 5
/** A row of them on a desktop. */
const PUBLISHED_MAX = 3

export async function generateMetadata(): Promise<Metadata> {
  const me = await getMe()
  // Beside the layout that has the pattern, so it is not applied here.
  return { title: { absolute: `${me ? 'Home' : 'Pay only for what your answer rests on'} · Caveat` } }
}

/** Whose market it is: a member finds what is theirs, a stranger what this is. */
export default async function HomePage() {
  const [me, api, jar] = await Promise.all([getMe(), serverCaller(), cookies()])
  const isNew = !jar.has(TOUR_COOKIE)
  if (me) return <MemberRoom first={await api.home.view()} name={me.name} isNew={isNew} />
  return <Welcome isNew={isNew} />
}

async function Welcome({ isNew }: { isNew: boolean }) {
  const api = await serverCaller()
  const [isDemoOn, showcase, known, recent, published] = await Promise.all([
    api.demo.isOn(),
    api.demo.showcase(),
    api.demo.examples(),
    api.contexts.list({ tab: 'newest', query: '', tag: null, decision: null, cursor: null }),
    api.contexts.published({ most: PUBLISHED_MAX }),
  ])
  const tree = showcase ? await api.inspection.tree({ rootId: showcase.rootId }) : null
  const questions = recent.items.slice(0, RECENT_MAX)
  return (
    <div className="space-y-16 pb-8">
      <section className="page space-y-6 pt-6 sm:pt-9">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <div className="max-w-[42rem]">
            <h1 className="display text-2xl sm:text-3xl">Pay only for what your answer rests on.</h1>
            <p className="mt-2 text-muted">
              Ask with a budget. People and bots, you too, offer what they know at a price; an agent reads it
              all first, buys what is worth it and forgets the rest. Credits are play money.
            </p>
            {isNew ? <TourInvitation className="mt-1" /> : null}
          </div>
          <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">
            <Button asChild size="lg" variant="primary">
              <Link href="/ask">Ask a question</Link>
            </Button>
            {isDemoOn ? <RunFresh /> : null}
          </div>
        </div>
        {tree ? (
          <HeroTree
            view={tree}
            // As high as the tree where it is a picture: one that is cut off within a page would not be seen to go on.
            className="max-h-[calc(100dvh-17rem)] min-h-72 lg:max-h-[46rem]"
          />
        ) : questions.length === 0 ? (
          <EmptyState title="Nothing has been asked here yet">
            Ask the first question. Once an agent has read what was offered on it, everything that it bought,
            asked and left is drawn here.
          </EmptyState>
        ) : null}
      </section>
      {published.length > 0 ? <PublishedAnswers questions={published} /> : null}
      {known.length > 0 ? <BotsKnow known={known} /> : null}
      <HowItWorks />
      {questions.length > 0 ? <RecentQuestions questions={questions} /> : null}
      <Uses />
    </div>
  )
}
