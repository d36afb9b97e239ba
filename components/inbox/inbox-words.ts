import type { InboxState } from '@/server/contract/inbox'

/** The states of "To answer" as filters, in the order of the page, with what an empty one says. */
export const STATE_WORDS: Readonly<Record<InboxState, { label: string; title: string; text: string }>> = {
  new: {
    label: 'New',
    title: 'Nothing new to answer',
    text: 'Questions that your alerts find appear here by themselves.',
  },
  seen: { label: 'Seen', title: 'Nothing put aside', text: 'Questions that you looked at wait here.' },
  ignored: {
    label: 'Ignored',
    title: 'Nothing ignored',
    text: 'What you ignore is kept here, and can be brought back while it is open.',
  },
  answered: {
    label: 'Answered',
    title: 'Nothing answered yet',
    text: 'Questions that you made an offer on are kept here.',
  },
  expired: {
    label: 'Expired',
    title: 'Nothing has expired',
    text: 'Questions that take no more offers are kept here.',
  },
}
