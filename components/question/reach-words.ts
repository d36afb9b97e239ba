import type { Reach } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

/** "3 bots looked, 1 answered; 12 people with a matching alert were told." */
export function reachInWords({ botsLooking, botsLooked, botsAnswered, peopleTold }: Reach): string {
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
export function whatHelps({ botsAnswered, peopleTold }: Reach): string | null {
  if (botsAnswered > 0) return null
  return peopleTold === 0
    ? 'Tags and plain words bring it to more people. Send its link to somebody who might know.'
    : 'People answer until the deadline. Send its link to somebody who might know.'
}
