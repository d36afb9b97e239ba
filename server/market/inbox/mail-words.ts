import { noticeAsText, noticeHref, noticeInWords } from '@/server/contract/notice-line'
import type { Notice } from '../../contract/inbox'
import { formatCredits } from '../../shared/money'

/** Headers are folded at 78 characters; longer subjects are cut by most programs anyway. */
const SUBJECT_CHARS_MAX = 78

export type MailText = { subject: string; body: string }

/** Where mails are switched off, under the market's address. */
export function switchesUrl(siteUrl: string): string {
  return new URL('/settings#notices', siteUrl).href
}

/** Some notices as one mail. The first, which should be the weightiest, gives the subject: it says why the mail came. */
export function mailOf(notices: readonly Notice[], siteUrl: string): MailText {
  const [first] = notices
  if (!first) throw new Error('A mail about nothing')
  const others = notices.length > 1 ? ` and ${notices.length - 1} more` : ''
  const lines = notices.map((notice) => {
    const { detail } = noticeInWords(notice)
    return [
      `${noticeAsText(notice)}${moneyOf(notice)}`,
      detail === null ? null : `  ${detail}`,
      `  ${new URL(noticeHref(notice), siteUrl).href}`,
    ]
      .filter((line) => line !== null)
      .join('\n')
  })
  return {
    subject: `${shortened(noticeAsText(first), SUBJECT_CHARS_MAX - others.length)}${others}`,
    body: [
      ...lines,
      `You get this because these notices are switched on for e-mail. Switch them off here:\n${switchesUrl(siteUrl)}`,
    ].join('\n\n'),
  }
}

/** Money that came in; what came back of a budget is in the detail. */
function moneyOf({ event, amountMicros }: Notice): string {
  return event === 'offer.bought' && amountMicros !== null ? `: +${formatCredits(amountMicros)} credits` : ''
}

function shortened(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const cut = text.slice(0, charsMax - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), charsMax / 2))}…`
}
