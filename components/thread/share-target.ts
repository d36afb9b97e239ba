import { askHref, askLinkOf } from '@/components/question/ask-link'
import { threadHref } from '@/components/thread/thread-href'

/** What another app hands over: most put the address of the page at the end of the text. */
export type Shared = { title?: string | undefined; text?: string | undefined; url?: string | undefined }

const ADDRESS = /https?:\/\/\S+/i

/** Where a shared page, passage or thought is gone on with: the page's own thread, or the form of asking. */
export function shareTargetHref({ title = '', text = '', url = '' }: Shared): string {
  const page = ADDRESS.exec(url)?.[0] ?? ADDRESS.exec(text)?.[0] ?? ''
  const said = text.replace(page === '' ? ADDRESS : page, '').trim()
  const isTitle = said === '' || said === title.trim()
  if (page !== '' && isTitle) return threadHref(page)
  const quote = said.replace(/^["“„«]+|["”“»]+$/g, '').trim()
  return askHref(askLinkOf(page === '' ? { title: said || title } : { page, quote }))
}
