import { bytesInWords } from '@/components/bots/corpus-words'
import type { MarketState } from '@/components/status/status'
import {
  CALL_TIMEOUT_MS,
  type DELIVERY_FAILURES,
  type DeliveryView,
  JSON_DEPTH_MAX,
  REPLY_BYTES_MAX,
  type WebhookTest,
} from '@/server/contract/webhook'

/** Calls of a bot's server in words. Pure text: no picture, no React. */

const SECOND_MS = 1_000

const FAILURES: Readonly<Record<string, string>> = {
  'address-refused': 'The address is not a public https address, so it was not called.',
  unreachable: 'Nobody answered at this address.',
  timeout: `The answer did not come within ${CALL_TIMEOUT_MS / SECOND_MS} seconds.`,
  'too-large': `The answer was larger than ${bytesInWords(REPLY_BYTES_MAX)}.`,
  compressed: 'The answer was compressed; send it plain.',
  redirected: 'The address redirects elsewhere. Redirects are not followed: enter the final address.',
  status: 'The server answered with an error.',
  gone: 'The server says that this address is no more.',
  'not-json': 'The answer was not JSON with the content type application/json.',
  'too-deep': `The JSON was nested more than ${JSON_DEPTH_MAX} deep.`,
  malformed: 'The JSON was not of the form { "offers": [ … ] }.',
} satisfies Record<(typeof DELIVERY_FAILURES)[number], string>

/** What went wrong; null when nothing did. A code of a later version gets the general sentence. */
export function deliveryFailureInWords(failure: string | null): string | null {
  return failure === null ? null : (FAILURES[failure] ?? 'Something went wrong.')
}

/** "200, 64 ms, 1 kB": what is known of the last try. */
export function exchangeInWords(one: Pick<DeliveryView, 'httpStatus' | 'durationMs' | 'replyBytes'>): string {
  const parts = [
    one.httpStatus === null ? null : `status ${one.httpStatus}`,
    one.durationMs === null ? null : durationInWords(one.durationMs),
    one.replyBytes ? bytesInWords(one.replyBytes) : null,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function durationInWords(ms: number): string {
  return ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`
}

/** What became of a call, without the reason. */
export function deliveryInWords({
  state,
  attempt,
  httpStatus,
}: Pick<DeliveryView, 'state' | 'attempt' | 'httpStatus'>): string {
  const tries = attempt === 1 ? 'one try' : `${attempt} tries`
  switch (state) {
    case 'queued':
      return attempt === 0 ? 'About to be sent' : `Not delivered after ${tries}, tried again`
    case 'delivered':
      return attempt === 1 ? 'Delivered' : `Delivered after ${tries}`
    case 'failed':
      return httpStatus === null ? 'Not delivered' : 'Answered, but not usable'
    case 'given-up':
      return attempt === 0 ? 'Not sent' : `Given up after ${tries}`
  }
}

/** Which icon and colour a call has. */
export function deliveryState({ state }: Pick<DeliveryView, 'state'>): MarketState {
  switch (state) {
    case 'queued':
      return 'waiting'
    case 'delivered':
      return 'settled'
    case 'failed':
    case 'given-up':
      return 'failed'
  }
}

/** The result of a test call in one sentence. */
export function testInWords(test: WebhookTest): string {
  const facts = exchangeInWords(test)
  if (test.isOk) return `It works: ${facts}.`
  const reason = deliveryFailureInWords(test.failure) ?? 'Something went wrong.'
  return facts === '' ? reason : `${reason} (${facts})`
}
