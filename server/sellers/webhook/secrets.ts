import type { WebhookRow } from '@/db/schema'
import type { Cipher } from '../../shared/cipher'
import type { Secret } from '../../shared/secret'
import { openText, sealText } from '../bots/sealed-text'

export const purposeOf = (botId: string) => `bot:${botId}:webhook`

/** `purpose` says whose it is. */
export function sealSecret(cipher: Cipher, purpose: string, secret: string) {
  const { keyId, sealed } = sealText(cipher, secret, purpose)
  return { secretKeyId: keyId, secretSealed: sealed }
}

/** The columns of a webhook that hold its secrets, of a bot's and of a person's alike. */
export type SealedSecrets = Pick<
  WebhookRow,
  'secretKeyId' | 'secretSealed' | 'oldSecretKeyId' | 'oldSecretSealed' | 'oldSecretUntil'
>

/** The secret, and the one before it for a day after a rotation. */
export function openSecrets(cipher: Cipher, purpose: string, hook: SealedSecrets, now: Date): Secret[] {
  const secrets = [openText(cipher, { keyId: hook.secretKeyId, sealed: hook.secretSealed }, purpose)]
  const { oldSecretKeyId, oldSecretSealed, oldSecretUntil } = hook
  if (oldSecretKeyId && oldSecretSealed && oldSecretUntil && now < oldSecretUntil)
    secrets.push(openText(cipher, { keyId: oldSecretKeyId, sealed: oldSecretSealed }, purpose))
  return secrets
}
