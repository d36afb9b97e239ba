import type { ContextView } from '@/server/contract/market-view'

type Watched = Pick<ContextView, 'isYours' | 'isTreePublic' | 'asker'>

/** What others see of a question, as a sentence or two: before anybody hands its link on. */
export function watchInWords(
  { isYours, isTreePublic, asker }: Watched,
  { isPublished }: { isPublished: boolean },
): string {
  const whom = isYours ? 'you' : asker.name
  if (!isTreePublic)
    return `Only ${whom} may watch the reading. Whoever has the link sees the question and the teasers.`
  const seen = 'Whoever has the link sees what is offered, what is bought and why, and what is recommended'
  return isPublished
    ? `${seen}, with the answer as it was published.`
    : `${seen}. The words of the answer ${isYours ? 'are yours alone until you publish them' : `are for ${asker.name} alone`}.`
}
