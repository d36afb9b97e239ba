import type { Metadata } from 'next'
import Link from 'next/link'
import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type SearchParams,
} from 'nuqs/server'
import { serverCaller } from '@/app/server'
import { RecordMeaning } from '@/components/records/record-meaning'
import { RecordTable } from '@/components/records/record-table'
import { PageHeader } from '@/components/shell/page-header'
import { Chip } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { LEADERBOARDS, type LeaderboardBy, leaderboardSchema } from '@/server/contract/records'

export const metadata: Metadata = {
  title: 'Leaderboards',
  description: 'Sellers by how their sales held up, by what these changed, and by bits against the truth.',
}

const PARAMS = {
  by: parseAsStringLiteral(LEADERBOARDS).withDefault('standing'),
  season: parseAsString.withDefault('all'),
  topic: parseAsString.withDefault(''),
}
const loadParams = createLoader(PARAMS)
const addressOf = createSerializer(PARAMS)

const BY_WORDS: Readonly<Record<LeaderboardBy, string>> = {
  standing: 'By standing',
  value: 'By value',
  bits: 'By bits',
}

const seasonInWords = (season: string) => (season === 'all' ? 'All time' : season.replace('-', ' '))

/** Who leads, by one measure, in one season and topic. */
export default async function LeaderboardsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = await loadParams(searchParams)
  const valid = leaderboardSchema.safeParse(asked)
  // An address that somebody typed wrong shows what there is.
  const params = valid.success ? valid.data : leaderboardSchema.parse({ by: asked.by })
  const { leaders, seasons, topics } = await (await serverCaller()).market.leaders(params)
  const hrefOf = (change: Partial<typeof params>) => addressOf('/leaderboards', { ...params, ...change })
  const shownTopics =
    params.topic === '' || topics.includes(params.topic) ? topics : [params.topic, ...topics]
  return (
    <div className="page pb-24">
      <PageHeader
        title="Leaderboards"
        lead="Sellers by what became of what they sold, in questions that everyone may watch."
      />
      <nav aria-label="Ordered by" className="overflow-x-auto border-line border-b [scrollbar-width:none]">
        <ul className="-mb-px flex gap-6">
          {LEADERBOARDS.map((by) => (
            <li key={by} className="shrink-0">
              <Link
                href={hrefOf({ by })}
                aria-current={params.by === by ? 'page' : undefined}
                className="flex min-h-11 items-center border-transparent border-b-2 font-medium text-muted text-sm
                  -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
              >
                {BY_WORDS[by]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-5 space-y-3">
        <Choices label="Season">
          {seasons.map((season) => (
            <Chip key={season} href={hrefOf({ season })} active={params.season === season}>
              {seasonInWords(season)}
            </Chip>
          ))}
        </Choices>
        {shownTopics.length === 0 ? null : (
          <Choices label="Topic">
            <Chip href={hrefOf({ topic: '' })} active={params.topic === ''}>
              All topics
            </Chip>
            {shownTopics.map((topic) => (
              <Chip key={topic} href={hrefOf({ topic })} active={params.topic === topic}>
                {topic}
              </Chip>
            ))}
          </Choices>
        )}
      </div>
      <div className="mt-6 mb-12">
        {leaders.length === 0 ? (
          <EmptyState
            title="Nobody stands here yet"
            action={
              <Button asChild>
                <Link href="/questions">Find a question to answer</Link>
              </Button>
            }
          >
            {EMPTY_WORDS[params.by]} Sales count within an hour.
          </EmptyState>
        ) : (
          <RecordTable
            label={`Sellers, ${BY_WORDS[params.by].toLowerCase()}`}
            of="Seller"
            by={params.by}
            rows={leaders.map(({ seller, ...record }, index) => ({
              key: seller.handle,
              record,
              head: (
                <span className="flex gap-3">
                  <span className="nums w-5 shrink-0 text-right text-muted">{index + 1}</span>
                  <Link
                    href={`/people/${seller.handle}`}
                    className="inline-flex min-h-6 items-center font-medium hover:underline"
                  >
                    {seller.name}
                  </Link>
                </span>
              ),
            }))}
          />
        )}
      </div>
      <RecordMeaning />
    </div>
  )
}

const EMPTY_WORDS: Readonly<Record<LeaderboardBy, string>> = {
  standing: 'Whoever sells an offer on a question that everyone may watch does.',
  value: 'Whoever sells what changes a decision among options does, where everyone may watch.',
  bits: 'Whoever sells on a claim or a forecast does, once its outcome is told.',
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5">
      <span className="mr-1 text-muted text-xs">{label}</span>
      {children}
    </nav>
  )
}
