import { and, inArray, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { contexts } from '@/db/schema'
import type { FollowedQuestion } from '../../contract/follows'
import { isListed } from '../private/sight-sql'
import { selectCards, toCard } from '../question-cards'

type News = { contextId: string; kind: FollowedQuestion['by']['kind']; label: string; newsAt: string }

/**
 * The newest in what somebody follows: questions of people, about pages, under tags; followed questions whose answer was published, or
 * that ended. Of each thing the newest few are looked up, through the index made for its order, so it costs what one follows and not
 * what there is. One's own questions are left out, and what one may not see in lists.
 */
export async function followedNews(
  db: Db,
  personId: string,
  { since, most }: { since: Date; most: number },
): Promise<FollowedQuestion[]> {
  const news = rowsOf<News>(await db.execute(newsIn(personId, since, most)))
  const first = new Map<string, News>()
  for (const one of news) if (!first.has(one.contextId)) first.set(one.contextId, one)
  if (first.size === 0) return []
  const rows = await selectCards(db, personId).where(
    and(inArray(contexts.id, [...first.keys()]), isListed(personId)),
  )
  return rows
    .flatMap((row) => {
      const one = first.get(row.id)
      if (!one) return []
      const { kind, label } = one
      return [{ ...toCard(row, personId), by: { kind, label }, newsAt: new Date(one.newsAt) }]
    })
    .sort((a, b) => b.newsAt.getTime() - a.newsAt.getTime() || (a.id < b.id ? -1 : 1))
    .slice(0, most)
}

/** Newest first; some more than `most`, because one question may come by several ways and some are not listed. */
export function newsIn(personId: string, since: Date, most: number) {
  const from = sql`${since.toISOString()}::timestamptz`
  return sql`
    select news.id as "contextId", f.kind, news.label,
      to_char(news.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "newsAt"
    from follow f
    cross join lateral (
      (select c.id, c.created_at as at, u.name as label
        from buyer_context c join users u on u.id = c.buyer_id
        where f.kind = 'person' and c.buyer_id = f.subject and c.parent_id is null and c.created_at >= ${from}
        order by c.created_at desc limit ${most})
      union all
      (select t.context_id, t.asked_at, t.tag from question_tag t
        where f.kind = 'tag' and t.tag = f.subject and t.asked_at >= ${from}
        order by t.asked_at desc nulls first, t.context_id limit ${most})
      union all
      (select q.context_id, q.asked_at, coalesce(nullif(p.title, ''), f.subject) from thread_question q
        left join page_thread p on p.address = f.subject
        where f.kind = 'page' and q.address = f.subject and q.asked_at >= ${from}
        order by q.asked_at desc nulls first, q.context_id limit ${most})
      union all
      (select c.id, greatest(c.ended_at, told.published_at), c.title
        from buyer_context c left join publication told on told.root_id = c.id and told.ended_at is null
        where f.kind = 'question' and c.id = f.subject and greatest(c.ended_at, told.published_at) >= ${from})
    ) news
    where f.person_id = ${personId}
      and not exists (select from buyer_context own where own.id = news.id and own.buyer_id = ${personId})
    order by news.at desc, news.id limit ${4 * most}`
}
