import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { feedTypes } from '@/app/feeds/feed-types'
import { FollowButton } from '@/app/following/follow-button'
import { getMe, orNotFound, serverCaller } from '@/app/server'
import { Prose } from '@/components/markdown/prose'
import { FlagLink } from '@/components/moderation/flag-link'
import { PersonBots } from '@/components/people/person-bots'
import { PersonFigures } from '@/components/people/person-figures'
import { PersonHeader } from '@/components/people/person-header'
import { PersonOffers } from '@/components/people/person-offers'
import { PersonPassed } from '@/components/people/person-passed'
import { PersonQuestions } from '@/components/people/person-questions'
import { PersonRecords } from '@/components/people/person-records'
import { Calibration } from '@/components/records/calibration'
import { UncountedNote } from '@/components/selling/uncounted-note'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { handleSchema } from '@/server/contract/auth'
import { GONE_NAME, isGoneHandle } from '@/server/shared/gone-person'

type PersonPageProps = { params: Promise<{ handle: string }> }

async function loadProfile(params: PersonPageProps['params']) {
  const handle = handleSchema.safeParse((await params).handle)
  // An address that could not be anybody's handle names nobody.
  if (!handle.success) notFound()
  const api = await serverCaller()
  return orNotFound(api.people.profile({ handle: handle.data }))
}

export async function generateMetadata({ params }: PersonPageProps): Promise<Metadata> {
  if (isGoneHandle((await params).handle)) return { title: GONE_NAME, robots: { index: false } }
  const { person } = await loadProfile(params)
  return {
    title: person.name,
    description: `What ${person.name} asks and sells here, and how both turned out.`,
    alternates: { canonical: `/people/${person.handle}`, types: feedTypes(`/feeds/people/${person.handle}`) },
  }
}

/** Where the name of somebody who is gone leads. */
function GonePerson() {
  return (
    <div className="page pb-24">
      <PageHeader
        title={GONE_NAME}
        lead="Its owner deleted it. What others bought of it is theirs, and its questions keep their answers."
      />
    </div>
  )
}

export default async function PersonPage({ params }: PersonPageProps) {
  if (isGoneHandle((await params).handle)) return <GonePerson />
  const [profile, me, api] = await Promise.all([loadProfile(params), getMe(), serverCaller()])
  const { person, isYou, questions, offers, bots } = profile
  const thing = { kind: 'person', subject: person.handle } as const
  const follow = isYou ? null : await api.follows.view(thing)
  return (
    <div className="page pb-24">
      <PersonHeader
        person={person}
        actions={
          isYou ? (
            <>
              <Button asChild>
                <Link href="/selling">Your sales</Link>
              </Button>
              <Button asChild>
                <Link href="/settings">Edit profile</Link>
              </Button>
            </>
          ) : (
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {follow ? (
                <FollowButton
                  thing={thing}
                  first={follow}
                  isSignedIn={me !== null}
                  path={`/people/${person.handle}`}
                />
              ) : null}
              <Button asChild size="sm">
                <Link href={`/ask?to=${person.handle}`}>Ask by name</Link>
              </Button>
              <Link
                href={`/settings/rules?mute=${person.handle}#mute`}
                prefetch={false}
                className="inline-flex min-h-6 items-center text-muted text-xs hover:text-ink hover:underline"
              >
                Mute or block
              </Link>
              <FlagLink kind="person" id={person.handle} path={`/people/${person.handle}`} />
            </span>
          )
        }
      />
      <div className="space-y-12">
        {person.bio ? (
          <div className="measure">
            <Prose prose={person.bioProse} />
          </div>
        ) : null}
        <div>
          <PersonFigures profile={profile} />
          {profile.sold.uncounted === null ? null : (
            <UncountedNote uncounted={profile.sold.uncounted} className="mt-4 max-w-3xl" />
          )}
          <PersonPassed passed={profile.sold.passed} />
        </div>
        <PersonRecords records={profile.sold.records} />
        {bots.length > 0 ? <PersonBots bots={bots} /> : null}
        {profile.calibration.n > 0 ? (
          <section aria-labelledby="calibration" className="space-y-4">
            <h2 id="calibration" className="display text-xl">
              How {person.name}’s probabilities kept their word
            </h2>
            <p className="measure text-muted text-sm">
              Of forecasts, where the asker or an operator tells what came, with its source, and of claims
              whose outcome somebody else told.
            </p>
            <Calibration record={profile.calibration} of={person.name} />
          </section>
        ) : null}
        <Tabs defaultValue={questions.length === 0 && offers.length > 0 ? 'offers' : 'questions'}>
          <TabList aria-label={`What ${person.name} did here`}>
            <Tab value="questions" count={questions.length}>
              Questions
            </Tab>
            <Tab value="offers" count={offers.length}>
              Offers
            </Tab>
          </TabList>
          <TabPanel value="questions">
            <PersonQuestions questions={questions} isYou={isYou} />
          </TabPanel>
          <TabPanel value="offers">
            <PersonOffers person={person} offers={offers} isYou={isYou} />
          </TabPanel>
        </Tabs>
      </div>
    </div>
  )
}
