import { createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { LIST_STATES, LIST_TABS } from '@/server/contract/limits'
import type { ListInput } from '@/server/contract/market'
import { DECISION_KINDS } from '@/server/protocol/decision'

export const listParams = {
  tab: parseAsStringLiteral(LIST_TABS).withDefault('newest'),
  q: parseAsString.withDefault(''),
  tag: parseAsString,
  kind: parseAsStringLiteral(DECISION_KINDS),
  state: parseAsStringLiteral(LIST_STATES),
}
export type ListParams = inferParserType<typeof listParams>

/** The address of a list: what is usual is left out of it. */
export const listQuery = createSerializer(listParams)

/** Longer texts come from hand-made addresses; the contract would refuse them. */
const QUERY_CHARS_MAX = 200
const TAG_CHARS_MAX = 30

/** Tabs that show something of the viewer's own, and so need one. */
export function isOwnTab(tab: ListInput['tab']): boolean {
  return tab === 'mine' || tab === 'sub-questions'
}

export function listInput(params: ListParams, isSignedIn: boolean): Omit<ListInput, 'cursor'> {
  return {
    tab: !isSignedIn && isOwnTab(params.tab) ? 'newest' : params.tab,
    query: params.q.trim().slice(0, QUERY_CHARS_MAX),
    tag: params.tag?.slice(0, TAG_CHARS_MAX) ?? null,
    decision: params.kind,
    state: params.state,
  }
}
