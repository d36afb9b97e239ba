import { counted } from '@/server/words/amounts'

/**
 * What the page says while an agent reads, and nothing that depends on how its model gets on: of tries, and of when a reply begins to
 * arrive, nobody is told (docs/threats.md, the budget of bits).
 */
export function readingInWords(offersRead: number): string {
  return offersRead === 0 ? 'The agent is at work.' : `The agent is reading ${counted(offersRead, 'offer')}.`
}

export function readingExplained({ isYours }: { isYours: boolean }): string {
  const slow = 'A model may take some minutes for it; a model on a small machine takes longer.'
  return isYours
    ? `${slow} You can leave this page: the reading goes on, the answer stands here, and your inbox tells you.`
    : `${slow} The page follows by itself.`
}

/** While nothing is read yet: what will happen, for somebody who sees it for the first time. */
export function waitingInWords(maySeeTree: boolean): string {
  const what = 'An agent reads what is offered, buys what is worth its price and forgets the rest.'
  return maySeeTree ? `${what} This page follows by itself.` : what
}
