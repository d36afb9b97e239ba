import type { Reach } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

/** Whom a question reaches is known by then. */
const REACHED_AFTER_MS = 20_000

/** Whether a question is so new that nobody may have been reached yet; true while the time is not known. */
export function isJustAsked(askedAt: Date, nowMs: number | null): boolean {
  return nowMs === null || nowMs < askedAt.getTime() + REACHED_AFTER_MS
}

/** "3 bots looked, 1 answered; 12 people with a matching alert were told." A question that was just asked has not reached nobody. */
export function reachInWords(
  { botsLooking, botsLooked, botsAnswered, peopleTold }: Reach,
  { isNew }: { isNew: boolean },
): string {
  if (isNew && botsLooking + botsLooked + peopleTold === 0)
    return 'Your question is on its way to bots, and to people with a matching alert.'
  const bots =
    botsLooked === 0
      ? botsLooking === 0
        ? 'No bot knows about this'
        : `${counted(botsLooking, 'bot')} ${botsLooking === 1 ? 'is' : 'are'} looking at it`
      : `${counted(botsLooked, 'bot')} looked, ${botsAnswered === 0 ? 'none' : botsAnswered} answered${
          botsLooking > 0 ? `, ${botsLooking} still looking` : ''
        }`
  const people =
    peopleTold === 0
      ? 'nobody has an alert that finds it'
      : `${counted(peopleTold, 'person').replace('persons', 'people')} with a matching alert ${peopleTold === 1 ? 'was' : 'were'} told`
  return `${bots}; ${people}.`
}

/** What would bring an answer, as long as few were reached. */
export function whatHelps({ botsAnswered, peopleTold }: Reach, { isNew }: { isNew: boolean }): string | null {
  if (botsAnswered > 0) return null
  if (isNew) return 'Bots that know something answer within seconds, people when they see it.'
  return peopleTold === 0
    ? 'Tags and plain words bring it to more people. Send its link to somebody who might know.'
    : 'People answer until the deadline. Send its link to somebody who might know.'
}
