import type { Metadata } from 'next'
import { QuestionRoom } from '@/app/questions/[id]/question-room'
import { getMe, noteReading, orNotFound, serverCaller, siteAddress } from '@/app/server'
import { oEmbedHref } from '@/components/embed/oembed'
import { jsonLdOf, scriptOf } from '@/components/question/json-ld'
import { descriptionOf } from '@/components/question/share-words'
import { TreeText } from '@/components/tree/tree-text'
import { FOR_ASKER } from '@/server/contract/licence'

type Params = { params: Promise<{ id: string }> }
type Api = Awaited<ReturnType<typeof serverCaller>>

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { id } = await params
  const view = await orNotFound((await serverCaller()).contexts.view({ id }))
  const description = descriptionOf(view)
  return {
    title: view.title,
    description,
    alternates: {
      canonical: `/questions/${view.id}`,
      types: { 'application/json+oembed': oEmbedHref(await addressOf(view.id)) },
    },
    openGraph: { title: view.title, description, type: 'article', siteName: 'Caveat', locale: 'en' },
  }
}

export default async function QuestionPage({ params }: Params) {
  const { id } = await params
  const [me, api] = await Promise.all([getMe(), serverCaller()])
  const drawn = await orNotFound(api.contexts.room({ id }))
  const { view, tree } = drawn
  if (view.parentId === null && !view.isYours) await noteReading(view.id)
  const [above, reach, publishing, usualLicence, follow, notes, replies, same] = await Promise.all([
    questionsAbove(api, view),
    view.isYours && view.parentId === null && view.endedAt === null
      ? api.contexts.reach({ contextId: id })
      : null,
    view.isYours && tree?.answer != null ? publishingOf(api, view.id) : null,
    view.can.offer === null ? api.offers.usualLicence() : FOR_ASKER,
    view.parentId === null && !view.isYours ? api.follows.view({ kind: 'question', subject: id }) : null,
    view.parentId === null && view.decision.kind === 'belief' && view.pages.length > 0
      ? api.notes.list({ questionId: id })
      : null,
    view.parentId === null && view.decision.kind === 'belief' ? api.replies.view({ questionId: id }) : null,
    view.parentId === null && view.decision.kind === 'belief' && view.pages.length > 0
      ? api.sameClaims.view({ questionId: id }).catch(() => null)
      : null,
  ])
  return (
    <>
      {jsonLdOf({ view, tree, url: await addressOf(id) }).map((data) => (
        <script key={data['@type']} type="application/ld+json">
          {scriptOf(data)}
        </script>
      ))}
      <QuestionRoom
        drawn={drawn}
        handle={me?.handle ?? null}
        above={above}
        reach={reach}
        publishing={publishing}
        usualLicence={usualLicence}
        follow={follow}
        notes={notes?.notes ?? null}
        replies={replies}
        same={same}
        isModerator={me !== null && me.role !== 'person'}
      />
      {tree ? (
        <noscript>
          <TreeText view={tree} />
        </noscript>
      ) : null}
    </>
  )
}

/** Nothing where it cannot be told: it is asked for again then. */
async function publishingOf(api: Api, rootId: string) {
  const both = Promise.all([
    api.inspection.previewPublication({ rootId }),
    api.inspection.kept({ rootId }),
  ] as const)
  return both.then(([preview, kept]) => ({ preview, kept })).catch(() => null)
}

const addressOf = async (id: string) => new URL(`/questions/${id}`, await siteAddress()).href

/** The root and the parent of a sub-question, as far as this person may see them; the root comes first. */
async function questionsAbove(api: Api, view: { id: string; rootId: string; parentId: string | null }) {
  const ids = [...new Set([view.rootId, view.parentId ?? view.id])].filter((id) => id !== view.id)
  const seen = await Promise.all(ids.map((id) => api.contexts.view({ id }).catch(() => null)))
  return seen.flatMap((above) => (above === null ? [] : [{ id: above.id, title: above.title }]))
}
