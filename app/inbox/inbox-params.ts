import { createSerializer, parseAsStringLiteral } from 'nuqs/server'
import { INBOX_STATES } from '@/server/contract/inbox'

export const INBOX_TABS = ['to-answer', 'for-you'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

export const inboxParams = {
  tab: parseAsStringLiteral(INBOX_TABS).withDefault('to-answer'),
  show: parseAsStringLiteral(INBOX_STATES).withDefault('new'),
}

/** The address of a part of the inbox: what is usual is left out of it. */
export const inboxQuery = createSerializer(inboxParams)
