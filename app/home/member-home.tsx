'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import {
  Beginnings,
  BotsAtWork,
  FollowedNews,
  HomeFigures,
  HomePart,
  NothingHere,
  OpenQuestions,
  WorthAnswering,
} from '@/components/home/home-parts'
import { NoticeRow } from '@/components/inbox/notice-row'
import { PageHeader } from '@/components/shell/page-header'
import { TourInvitation } from '@/components/tour/tour-invitation'
import { Button } from '@/components/ui/button'
import { ShowNew } from '@/components/ui/show-new'
import { toast } from '@/components/ui/toast'
import type { Home } from '@/server/contract/home'

const isUntouched = (home: Home) =>
  home.openQuestions + home.unread + home.waiting + home.sales + home.ownBots + home.followed === 0 &&
  !home.hasAlerts

/** Which rows there are, and what stands in their place while there are none: homes with the same are of one height. */
function rowsOf(home: Home): string {
  const { questions, news, toAnswer, bots, following, hasAlerts, followed } = home
  return JSON.stringify([
    [isUntouched(home), hasAlerts, followed > 0],
    toAnswer.map(({ contextId }) => contextId),
    ...[questions, news, bots, following].map((rows) => rows.map(({ id }) => id)),
  ])
}

export type MemberHomeProps = {
  first: Home
  name: string
  /** Has neither seen nor skipped the tour in this browser; asked of newcomers alone. */
  isNew: boolean
}

/** The first page of who is signed in: what is theirs, and what to do next. */
export function MemberHome({ first, name, isNew }: MemberHomeProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const now = useQuery({ ...trpc.home.view.queryOptions(), initialData: first }).data
  // Rows that come or go by themselves would push the others under somebody's eyes: they wait for a press.
  const [looked, setLooked] = useState(now)
  const hasMoved = rowsOf(now) !== rowsOf(looked)
  const home = hasMoved ? looked : now
  const read = useMutation(
    trpc.notices.mark.mutationOptions({
      onSettled: async () => {
        await Promise.all([
          client.invalidateQueries(trpc.home.pathFilter()),
          client.invalidateQueries(trpc.notices.pathFilter()),
          client.invalidateQueries(trpc.inbox.counts.pathFilter()),
        ])
        setLooked((before) => client.getQueryData(trpc.home.view.queryKey()) ?? before)
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  return (
    <div className="page pb-24">
      <PageHeader
        title={isUntouched(home) ? `Welcome, ${name}` : 'Home'}
        lead={isUntouched(home) ? 'Nothing is yours here yet. Begin with any of these.' : undefined}
        actions={
          <Button asChild variant="primary">
            <Link href="/ask">
              <PenLine aria-hidden />
              Ask a question
            </Link>
          </Button>
        }
      />
      {isNew && isUntouched(home) ? <TourInvitation className="-mt-2 mb-4" /> : null}
      {isUntouched(home) ? (
        <Beginnings />
      ) : (
        <>
          <HomeFigures home={now} />
          <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="min-w-0 space-y-10">
              <HomePart
                id="home-questions"
                title="Your open questions"
                all={{
                  href: '/questions?tab=mine',
                  label:
                    home.openQuestions > home.questions.length
                      ? `All ${home.openQuestions}, and those that have ended`
                      : 'All your questions',
                }}
              >
                {home.questions.length === 0 ? (
                  <NothingHere
                    action={
                      <Button asChild size="sm">
                        <Link href="/ask">Ask a question</Link>
                      </Button>
                    }
                  >
                    No question of yours is open. What you ask stays here until it is answered.
                  </NothingHere>
                ) : (
                  <OpenQuestions questions={home.questions} />
                )}
              </HomePart>
              <HomePart
                id="home-to-answer"
                title="Waiting for your answer"
                all={
                  home.hasAlerts
                    ? {
                        href: '/selling/to-answer',
                        label: home.waiting > home.toAnswer.length ? `All ${home.waiting}` : 'To answer',
                      }
                    : undefined
                }
              >
                {home.toAnswer.length > 0 ? (
                  <WorthAnswering items={home.toAnswer} />
                ) : home.hasAlerts ? (
                  <NothingHere
                    action={
                      <Button asChild size="sm">
                        <Link href="/questions?tab=unanswered">Questions nobody has answered</Link>
                      </Button>
                    }
                  >
                    Your alerts have found nothing new. What they find appears here, the largest budget first.
                  </NothingHere>
                ) : (
                  <NothingHere
                    action={
                      <Button asChild size="sm">
                        <Link href="/selling/alerts/new">Make an alert</Link>
                      </Button>
                    }
                  >
                    Say what you know about, and questions that you could answer appear here.
                  </NothingHere>
                )}
              </HomePart>
              {home.news.length > 0 ? (
                <HomePart
                  id="home-news"
                  title="Also new since you looked"
                  all={{ href: '/inbox', label: `All ${home.unread} in your inbox` }}
                >
                  <ul className="divide-y divide-line">
                    {home.news.map((notice) => (
                      <NoticeRow
                        key={notice.id}
                        notice={notice}
                        onOpen={() => read.mutate({ ids: [notice.id] })}
                      />
                    ))}
                  </ul>
                </HomePart>
              ) : null}
              <HomePart
                id="home-following"
                title="What you follow"
                all={
                  home.followed > 0
                    ? { href: '/settings/following', label: 'All that you follow' }
                    : undefined
                }
              >
                {home.following.length > 0 ? (
                  <FollowedNews questions={home.following} />
                ) : home.followed > 0 ? (
                  <NothingHere>Nothing new in the last seven days.</NothingHere>
                ) : (
                  <NothingHere
                    action={
                      <Button asChild size="sm">
                        <Link href="/tags">Tags to follow</Link>
                      </Button>
                    }
                  >
                    Follow a question, a person, a tag or a page of the web, and what is new there appears
                    here.
                  </NothingHere>
                )}
              </HomePart>
            </div>
            <div className="min-w-0 space-y-10">
              <HomePart
                id="home-bots"
                title="Your bots this week"
                all={
                  home.ownBots > 0
                    ? {
                        href: '/bots',
                        label: home.ownBots > home.bots.length ? `All ${home.ownBots}` : 'Bots',
                      }
                    : undefined
                }
              >
                {home.bots.length === 0 ? (
                  <NothingHere
                    action={
                      <Button asChild size="sm">
                        <Link href="/bots/new">Make a bot</Link>
                      </Button>
                    }
                  >
                    A bot sells what you know while you are away. A pasted text is enough to begin.
                  </NothingHere>
                ) : (
                  <BotsAtWork bots={home.bots} />
                )}
              </HomePart>
            </div>
          </div>
        </>
      )}
      <ShowNew what={hasMoved ? 'Something is new' : null} onShow={() => setLooked(now)} />
    </div>
  )
}
