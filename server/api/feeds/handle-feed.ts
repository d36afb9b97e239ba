import { Feed } from 'feed'
import { visitor } from '../../actors/actor'
import { handleSchema } from '../../contract/auth'
import { listSchema } from '../../contract/market'
import type { QuestionCard } from '../../contract/market-view'
import type { Deps } from '../../deps'
import { siteUrl } from '../../env'
import { AppError } from '../../errors'
import { formatCredits } from '../../shared/money'
import { writtenByAi } from '../../words/by-ai'
import { addressOf } from '../context'
import { logFault } from '../errors'
import { problemResponse } from '../rest/problem'
import { appRouter } from '../root'
import { type ApiContext, createCallerFactory, spendCall } from '../trpc'

const createCaller = createCallerFactory(appRouter)
type Caller = ReturnType<typeof createCaller>

export const FEEDS_ROOT = '/feeds'
const FORMATS = { atom: 'application/atom+xml', json: 'application/feed+json' } as const
type Format = keyof typeof FORMATS

type Listed = { title: string; page: string; items: readonly QuestionCard[] }
type Wanted = { format: Format; read: (api: Caller) => Promise<Listed> }

/**
 * Answers below `/feeds`: questions that everybody may read, newest first, as Atom (RFC 4287) or JSON Feed: all of them, those of a tag,
 * those of a person. A reader that has them already is told so without a body.
 */
export async function handleFeed(deps: Deps, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const ctx: ApiContext = {
    deps,
    user: null,
    actor: visitor(),
    sessionId: null,
    keyId: null,
    call: { ip: addressOf(request.headers), isOurs: false },
  }
  try {
    const wanted = wantedAt(url.pathname.slice(FEEDS_ROOT.length))
    await spendCall(ctx, 'read')
    const listed = await wanted.read(createCaller({ ...ctx, call: null }))
    return answer(deps, request, { ...listed, format: wanted.format, path: url.pathname })
  } catch (error) {
    logFault(deps.log, error, { path: 'feeds' })
    return problemResponse(error)
  }
}

const ADDRESS = /^\/(?:(questions)|(tags|people)\/([^/]+))\.(atom|json)$/

/** @throws AppError `request.no_such_path`. */
function wantedAt(path: string): Wanted {
  const [, all, kind, written = '', format] = ADDRESS.exec(path) ?? []
  if (format !== 'atom' && format !== 'json') throw new AppError('request.no_such_path')
  if (all !== undefined) return { format, read: (api) => ofAll(api) }
  const name = decoded(written)
  return { format, read: (api) => (kind === 'tags' ? ofTag(api, name) : ofPerson(api, name)) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new AppError('request.no_such_path')
  }
}

async function ofAll(api: Caller): Promise<Listed> {
  const { items } = await api.contexts.list({})
  return { title: 'Questions on Caveat', page: '/questions', items }
}

async function ofTag(api: Caller, written: string): Promise<Listed> {
  const parsed = listSchema.shape.tag.safeParse(written.toLowerCase())
  if (!parsed.success || parsed.data === null) throw new AppError('request.no_such_path')
  const tag = parsed.data
  const { items } = await api.contexts.list({ tag })
  return {
    title: `Questions tagged ${tag} on Caveat`,
    page: `/questions?tag=${encodeURIComponent(tag)}`,
    items,
  }
}

async function ofPerson(api: Caller, written: string): Promise<Listed> {
  const parsed = handleSchema.safeParse(written)
  if (!parsed.success) throw new AppError('market.person_not_found')
  const { person, questions } = await api.people.profile({ handle: parsed.data })
  return {
    title: `Questions by ${person.name} on Caveat`,
    page: `/people/${person.handle}`,
    items: questions,
  }
}

function answer(
  deps: Pick<Deps, 'env' | 'cipher'>,
  request: Request,
  { title, page, items, format, path }: Listed & { format: Format; path: string },
): Response {
  const at = (place: string) => new URL(place, siteUrl(deps.env)).href
  const changed = items.map(changedAt).sort((a, b) => b.getTime() - a.getTime())[0] ?? new Date(0)
  const other = (wanted: Format) => at(path.replace(/\.\w+$/, `.${wanted}`))
  const feed = new Feed({
    id: at(page),
    link: at(page),
    title,
    description: 'What was asked, with what is published of its answer.',
    copyright: '',
    updated: changed,
    generator: 'Caveat',
    feedLinks: { atom: other('atom'), json: other('json') },
  })
  // In Atom the library has titles and summaries as HTML, in JSON as text.
  const shown = format === 'atom' ? asHtml : (text: string) => text
  for (const item of items) {
    const link = at(`/questions/${item.id}`)
    const text = shown(inWords(item))
    feed.addItem({
      id: link,
      link,
      title: shown(item.title),
      description: text,
      author: [{ name: item.asker.name, link: at(`/people/${item.asker.handle}`) }],
      category: item.tags.map((name) => ({ name })),
      date: changedAt(item),
      published: item.createdAt,
    })
  }
  const body = format === 'atom' ? feed.atom1() : feed.json1()
  const etag = `"${deps.cipher.digest('feed', body).slice(0, ETAG_CHARS)}"`
  const headers = {
    etag,
    'last-modified': changed.toUTCString(),
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  }
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  return new Response(body, {
    headers: { ...headers, 'content-type': `${FORMATS[format]}; charset=utf-8` },
  })
}

/** Of a digest: enough that two versions of one list differ. */
const ETAG_CHARS = 22

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What people wrote is text, whatever stands in it. */
const asHtml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => HTML[char] ?? char)

const changedAt = ({ createdAt, endedAt }: QuestionCard) => endedAt ?? createdAt

/** What a reader sees below the title: the answer where one is published. */
function inWords({ answer: published, budgetMicros, offers }: QuestionCard): string {
  if (published !== null) return `${published.lead} (${writtenByAi(published.writtenBy)}.)`.trim()
  return `Budget ${formatCredits(budgetMicros)} credits, ${offers} ${offers === 1 ? 'offer' : 'offers'}.`
}
