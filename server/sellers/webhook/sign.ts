import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { SIGNATURE_WINDOW_MS } from '../../contract/webhook'
import type { Secret } from '../../shared/secret'

/** Messages signed as Standard Webhooks has it, in both directions; the only import of that library. */

const SECRET_BYTES = 32
const SECOND_MS = 1_000

/** A new secret as its owner copies it. */
export const makeSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** The three headers of a message, signed with every secret that holds now. */
export function signedHeaders(
  secrets: readonly Secret[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / SECOND_MS)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret.reveal()).sign(id, at, body)).join(' '),
  }
}

/** Whether a message with these headers was signed by one of the secrets, for this id, within the window. */
export function isSigned(
  secrets: readonly Secret[],
  { headers, id, body, now }: { headers: Headers; id: string; body: string; now: Date },
): boolean {
  const seconds = headers.get('webhook-timestamp') ?? ''
  if (headers.get('webhook-id') !== id || !/^\d{1,12}$/.test(seconds)) return false
  const at = new Date(Number(seconds) * SECOND_MS)
  if (Math.abs(now.getTime() - at.getTime()) > SIGNATURE_WINDOW_MS) return false
  const given = (headers.get('webhook-signature') ?? '').split(' ')
  const expected = secrets.map((secret) => new Webhook(secret.reveal()).sign(id, at, body))
  return expected.some((signature) => given.some((one) => isSame(one, signature)))
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
