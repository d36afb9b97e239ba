import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { sameClaims } from '@/db/schema'
import type { SameClaims } from '../../contract/same-claims'
import { AppError } from '../../errors'
import type { Viewer } from '../private/sight'
import { similarQuestions } from '../question-cards'
import { readClaimLines } from '../threads/read-thread'
import { areContrary } from './contrary'
import { sameAs } from './groups'

/**
 * What is one with a claim, what somebody says is, and what the search for like questions finds.
 *
 * @throws AppError `market.context_not_found` for what is no root, or not one that the viewer finds in lists.
 */
export async function viewSame(db: Db, viewer: Viewer, questionId: string): Promise<SameClaims> {
  const [own] = await readClaimLines(db, viewer, [questionId])
  if (!own) throw new AppError('market.context_not_found')
  const same = (await sameAs(db, [questionId])).get(questionId) ?? []
  const waiting = await db
    .select()
    .from(sameClaims)
    .where(
      and(
        or(eq(sameClaims.leftId, questionId), eq(sameClaims.rightId, questionId)),
        isNull(sameClaims.confirmedAt),
        isNull(sameClaims.partedAt),
      ),
    )
  const otherOf = ({ leftId, rightId }: { leftId: string; rightId: string }) =>
    leftId === questionId ? rightId : leftId
  const found =
    viewer === null || own.claim === ''
      ? []
      : await similarQuestions(db, viewer, { text: own.claim, pages: [] })
  const known = new Set([questionId, ...same, ...waiting.map(otherOf)])
  const candidates = found.flatMap(({ id, decision }) =>
    decision === 'belief' && !known.has(id) ? [id] : [],
  )
  const lines = await readClaimLines(db, viewer, [...same, ...waiting.map(otherOf), ...candidates])
  const lineOf = (id: string) => lines.filter(({ question }) => question.id === id)
  return {
    history: same.length === 0 ? [] : inOrder([own, ...same.flatMap(lineOf)]),
    proposed: waiting.flatMap((pair) =>
      lineOf(otherOf(pair)).map((line) => ({ ...line, isYours: pair.proposedById === viewer })),
    ),
    candidates: candidates
      .flatMap(lineOf)
      .filter(
        ({ pages, claim }) => own.pages.length > 0 && pages.length > 0 && !areContrary(own.claim, claim),
      ),
  }
}

const inOrder = <Line extends { question: { createdAt: Date } }>(lines: readonly Line[]) =>
  lines.toSorted((a, b) => a.question.createdAt.getTime() - b.question.createdAt.getTime())
