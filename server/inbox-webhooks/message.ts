import { noticeAsText, noticeHref } from '@/server/contract/notice-line'
import type { Notice } from '../contract/inbox'
import type { InboxMessage } from '../contract/inbox-webhooks'
import type { Deps } from '../deps'
import { siteUrl } from '../env'
import { exactCredits } from '../shared/money'

/** Decimal text without the spaces that people read amounts with. */
const decimal = (micros: bigint) => exactCredits(micros).replace(/\s/g, '')

/** What a person's server is told of one thing that happened: as their inbox has it, and no more. */
export function messageOf({ env }: Pick<Deps, 'env'>, notice: Notice): InboxMessage {
  const { event, count, amountMicros, reason, context, offer, bot, game, changedAt } = notice
  return {
    type: event,
    timestamp: changedAt.toISOString(),
    data: {
      text: noticeAsText(notice),
      url: new URL(noticeHref(notice), siteUrl(env)).href,
      count,
      amount: amountMicros === null ? null : decimal(amountMicros),
      reason,
      question: context,
      offer,
      bot,
      game,
    },
  }
}

/** What a test call carries. */
export function testMessage({ env }: Pick<Deps, 'env'>, at: Date): InboxMessage {
  return {
    type: 'test',
    timestamp: at.toISOString(),
    data: {
      text: 'A test from your settings: this call has arrived.',
      url: siteUrl(env),
      count: 1,
      amount: null,
      reason: null,
      question: null,
      offer: null,
      bot: null,
      game: null,
    },
  }
}
