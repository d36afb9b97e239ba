'use client'

import { parseAsBoolean, parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiLayout } from '@/app/api-layout'
import { FollowButton } from '@/app/following/follow-button'
import { AnswerSection, DECIDE_ID } from '@/app/questions/[id]/answer-section'
import { focusOn, goToHeading, goToPart } from '@/app/questions/[id]/go-to-part'
import { OffersTab } from '@/app/questions/[id]/offers-tab'
import type { Publishing } from '@/app/questions/[id]/publish-answer'
import { QuestionActions } from '@/app/questions/[id]/question-actions'
import { ReachNote } from '@/app/questions/[id]/reach-note'
import { LiveTree } from '@/app/questions/[id]/tree/live-tree'
import { useQuestion } from '@/app/questions/[id]/use-question'
import { useReadNotices } from '@/app/questions/[id]/use-read-notices'
import { WhatHappens } from '@/app/questions/[id]/what-happens'
import { ANSWER_ID } from '@/components/answer/answer'
import { AnswerPlace } from '@/components/answer/answer-place'
import { goToCitation } from '@/components/answer/citation-place'
import { mainActionOf } from '@/components/question/main-action'
import { OfferBar } from '@/components/question/offer-bar'
import { QuestionHead } from '@/components/question/question-head'
import { hasEnded } from '@/components/question/question-state'
import { EmptyState } from '@/components/ui/feedback'
import { KeptHeight } from '@/components/ui/kept-height'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import type { FollowState } from '@/server/contract/follows'
import type { LicenceTerms } from '@/server/contract/licence'
import type { ContextView, Reach } from '@/server/contract/market-view'
import type { PublicNote } from '@/server/contract/public-notes'
import type { Replies } from '@/server/contract/replies'
import type { SameClaims } from '@/server/contract/same-claims'
import { statementOf } from '@/server/protocol/decision'
import type { QuestionRoom as QuestionRoomData } from '@/server/tree/room'
import { counted } from '@/server/words/amounts'

// `lazy` here and below, not `dynamic`: that has the browser fetch ahead what the server has drawn, and many only read it.
const QuestionChanges = lazy(() =>
  import('@/app/questions/[id]/question-changes').then(({ QuestionChanges }) => ({
    default: QuestionChanges,
  })),
)
// What claims alone have; most questions are none.
const RepliesSection = lazy(() =>
  import('@/app/questions/[id]/replies-section').then(({ RepliesSection }) => ({ default: RepliesSection })),
)
const SameSection = lazy(() =>
  import('@/app/questions/[id]/same-section').then(({ SameSection }) => ({ default: SameSection })),
)
const NotesOnClaim = lazy(() =>
  import('@/components/notes/notes-on-claim').then(({ NotesOnClaim }) => ({ default: NotesOnClaim })),
)

/** The heading of the tree: where somebody who comes to watch it run is brought. */
const TREE_TITLE_ID = 'tree-title'
/** Where links to a part of the inspection lead. */
const TABS_ID = 'inspection'
const TABS = ['offers', 'inspection'] as const
type TabName = (typeof TABS)[number]

export type QuestionRoomProps = {
  /** As the server drew it. */
  drawn: QuestionRoomData
  /** Null while signed out. */
  handle: string | null
  above: readonly { id: string; title: string }[]
  /** Whom the viewer's own open question has reached; null of others, and afterwards. */
  reach: Reach | null
  /** What the viewer may publish of their answer; null of others, and while there is none. */
  publishing: Publishing | null
  /** What the viewer's last offer allowed. */
  usualLicence: LicenceTerms
  /** Null for the asker, who hears of it anyway, and of a sub-question. */
  follow: FollowState | null
  /** Public notes on a claim about a page; null of any other question. */
  notes: readonly PublicNote[] | null
  /** Of whom a claim is about; null of any other question. */
  replies: Replies | null
  /** Claims that are one with it, or may be; null of any other question. */
  same: SameClaims | null
  isModerator: boolean
}

/** Everything on a question's page: what is asked, the answer once there is one, the offers and the inspection. */
export function QuestionRoom(props: QuestionRoomProps) {
  return (
    <ApiLayout>
      <LiveRoom {...props} />
    </ApiLayout>
  )
}

function LiveRoom({
  drawn,
  handle,
  above,
  reach,
  publishing,
  usualLicence,
  follow,
  notes,
  replies,
  same,
  isModerator,
}: QuestionRoomProps) {
  const { view, offers, tree, wallet, live } = useQuestion(drawn)
  useReadNotices(view.id, handle !== null)
  // What the page opens with stays, so that nobody's tab changes under their eyes.
  const [firstTab] = useState<TabName>(() => firstTabOf(drawn.view))
  const [urlTab, setUrlTab] = useQueryState('tab', parseAsStringLiteral(TABS))
  const [chosen, setChosen] = useState<readonly string[]>([])
  // Counts presses of "Make an offer": each one leads to the composer, wherever it is by then.
  const [offerWishes, setOfferWishes] = useState(0)
  const [play] = useQueryState('play', parseAsBoolean.withDefault(false))
  const [hasComeToReplay] = useState(play)
  useEffect(() => {
    if (hasComeToReplay) goToHeading(TREE_TITLE_ID)
  }, [hasComeToReplay])
  // Who is there before the answer keeps what they look at where it is; so does who came to see how it was found.
  const [isWatching] = useState(() => drawn.view.parentId === null && (hasComeToReplay || isToCome(drawn)))
  const [isAnswerOpen, setAnswerOpen] = useState(false)
  // All of the answer is there before one is led to a part of it.
  const inAnswer = (go: () => void) => {
    flushSync(() => setAnswerOpen(true))
    go()
  }
  const tab = urlTab ?? firstTab
  const goTo = (next: TabName) => void setUrlTab(next)
  const onOffer = () => {
    goTo('offers')
    setOfferWishes((wishes) => wishes + 1)
  }

  const answer =
    view.parentId === null ? <AnswerSection view={view} tree={tree} publishing={publishing} /> : null
  const isAnswered = view.can.seeTree ? tree?.answer != null : view.phase === 'settled'
  const allOffers = tree?.offers.filter(({ state }) => state !== 'withdrawn').length ?? 0
  return (
    <div className="page pb-24">
      <KeptHeight isKept={isWatching}>
        <QuestionHead
          view={view}
          above={above}
          changes={view.editedAt === null ? null : <QuestionChanges view={view} editedAt={view.editedAt} />}
          answer={
            isWatching ? (
              <KeptHeight isKept>
                <AnswerPlace
                  waiting={
                    <WhatHappens
                      view={view}
                      offers={offers}
                      pausedFor={tree?.pausedFor ?? null}
                      reached={
                        reach === null ? null : (
                          <ReachNote contextId={view.id} askedAt={view.createdAt} first={reach} />
                        )
                      }
                    />
                  }
                  answer={isAnswered ? answer : null}
                  isProvisional={!hasEnded(view.state)}
                  isAsker={view.isYours && !hasComeToReplay}
                  isOpen={isAnswerOpen}
                  onOpen={() => setAnswerOpen(true)}
                  onRead={() => inAnswer(() => focusOn(ANSWER_ID))}
                />
              </KeptHeight>
            ) : (
              answer
            )
          }
          isAnswered={!isWatching && view.parentId === null && view.can.seeTree && isAnswered}
          isWatched={isWatching}
          isPublished={view.parentId === null && tree?.published.standing != null}
          told={tree?.resolved.standing ?? null}
          follow={
            follow ? (
              <FollowButton
                thing={{ kind: 'question', subject: view.id }}
                first={follow}
                isSignedIn={handle !== null}
                path={`/questions/${view.id}`}
              />
            ) : null
          }
          actions={
            <QuestionActions
              view={view}
              pausedFor={tree?.pausedFor ?? null}
              isPauseSaid={isWatching && !isAnswered}
              openOffers={offers.filter((offer) => offer.state === 'open').length}
              chosen={chosen}
              onWatch={() => {
                goTo('inspection')
                document.getElementById(TABS_ID)?.scrollIntoView({ block: 'start' })
              }}
              onOffer={onOffer}
              onDecide={() => inAnswer(() => goToPart(DECIDE_ID))}
            />
          }
          offer={mainActionOf(view)?.kind === 'offer' ? <OfferBar view={view} onOffer={onOffer} /> : null}
        />
      </KeptHeight>
      {replies === null ? null : <RepliesSection questionId={view.id} first={replies} />}
      {same === null ? null : (
        <SameSection
          questionId={view.id}
          claim={statementOf(view.decision) ?? ''}
          first={same}
          isSignedIn={handle !== null}
          isModerator={isModerator}
        />
      )}
      {notes === null ? null : <NotesOnClaim questionId={view.id} notes={notes} />}
      <Tabs
        id={TABS_ID}
        value={tab}
        onValueChange={(next) => goTo(next === 'inspection' ? 'inspection' : 'offers')}
        className="mt-10 scroll-mt-16"
      >
        <TabList aria-label="About this question" className="noscript:hidden">
          <Tab value="offers" count={offers.length}>
            Offers
          </Tab>
          <Tab
            value="inspection"
            count={allOffers > offers.length ? `${counted(allOffers, 'offer')} in all` : undefined}
          >
            Tree
          </Tab>
        </TabList>
        <TabPanel value="offers">
          <OffersTab
            handle={handle}
            view={view}
            offers={offers}
            availableMicros={wallet?.availableMicros ?? null}
            usualLicence={usualLicence}
            offerWishes={offerWishes}
            chosen={chosen}
            onChoose={setChosen}
          />
        </TabPanel>
        <TabPanel value="inspection" className="relative">
          <h2 id={TREE_TITLE_ID} tabIndex={-1} className="sr-only scroll-mt-16">
            The reading, step by step
          </h2>
          {live ? (
            <LiveTree
              live={live}
              onAnswer={isWatching ? () => inAnswer(() => goToHeading(ANSWER_ID)) : undefined}
              onCitation={(number) => inAnswer(() => goToCitation(number))}
            />
          ) : (
            <EmptyState title="Only the asker may watch this question">
              {view.asker.name} keeps it private. The question and the teasers of its offers are public all
              the same.
            </EmptyState>
          )}
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** A question that somebody waits at: it has no answer yet. */
function isToCome({ view, tree }: QuestionRoomData): boolean {
  return !hasEnded(view.state) && tree?.answer == null
}

/** Before the inspection the offers are what there is to see; afterwards the tree is. */
function firstTabOf(view: ContextView): TabName {
  if (!view.can.seeTree || view.state === 'collecting') return 'offers'
  return view.parentId === null || hasEnded(view.state) ? 'inspection' : 'offers'
}
