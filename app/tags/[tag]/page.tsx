import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { feedTypes } from '@/app/feeds/feed-types'
import { FollowButton } from '@/app/following/follow-button'
import { getMe, serverCaller } from '@/app/server'
import { QuestionRow } from '@/components/question/question-row'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { tagSchema } from '@/server/contract/market'

type TagPageProps = {
  params: Promise<{ tag: string }>
  searchParams: Promise<{ after?: string | string[] }>
}

const hrefOf = (tag: string) => `/tags/${encodeURIComponent(tag)}`

async function tagOf(params: TagPageProps['params']): Promise<string> {
  // Next hands a dynamic part over as it stands in the address.
  const tag = tagSchema.safeParse(decoded((await params).tag))
  if (!tag.success) notFound()
  return tag.data
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

const questionsOf = async (tag: string, cursor: string | null) =>
  (await serverCaller()).contexts.list({ tab: 'newest', tag, cursor })

export async function generateMetadata({ params }: TagPageProps): Promise<Metadata> {
  const tag = await tagOf(params)
  const { items } = await questionsOf(tag, null)
  return {
    title: `Questions about ${tag}`,
    description: `What is asked under “${tag}”, what is paid for it, and what was answered.`,
    alternates: { canonical: hrefOf(tag), types: feedTypes(`/feeds/tags/${encodeURIComponent(tag)}`) },
    // Anything can be written behind /tags/; robots are sent to those with something under them.
    robots: { index: items.length > 0 },
  }
}

export default async function TagPage({ params, searchParams }: TagPageProps) {
  const [tag, { after }, me, api] = await Promise.all([tagOf(params), searchParams, getMe(), serverCaller()])
  const thing = { kind: 'tag', subject: tag } as const
  const [page, follow] = await Promise.all([
    questionsOf(tag, typeof after === 'string' ? after : null),
    api.follows.view(thing),
  ])
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Tags', href: '/tags' }, { label: tag }]} />}
        title={tag}
        lead="Questions with this tag, the newest first."
        actions={
          <>
            <FollowButton thing={thing} first={follow} isSignedIn={me !== null} path={hrefOf(tag)} />
            <Button asChild>
              <Link href={`/questions?tag=${encodeURIComponent(tag)}`}>Sort and filter</Link>
            </Button>
          </>
        }
      />
      {page.items.length === 0 ? (
        <EmptyState
          title={after === undefined ? 'Nobody has asked under this tag yet' : 'That is all'}
          action={
            <Button asChild>
              <Link href="/ask">Ask the first question</Link>
            </Button>
          }
        >
          Follow it, and you hear of the first question.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {page.items.map((question) => (
            <QuestionRow key={question.id} question={question} tagHref={hrefOf} />
          ))}
        </ul>
      )}
      {page.nextCursor ? (
        <p className="flex justify-center pt-4">
          <Button asChild>
            <Link href={`${hrefOf(tag)}?after=${encodeURIComponent(page.nextCursor)}`}>
              Earlier questions
            </Link>
          </Button>
        </p>
      ) : null}
    </div>
  )
}
