import type { WebhookRow } from '@/db/schema'
import type { Cipher } from '../../shared/cipher'
import type { Secret } from '../../shared/secret'
import { openText, sealText } from '../bots/sealed-text'

export const purposeOf = (botId: string) => `bot:${botId}:webhook`

export function sealSecret(cipher: Cipher, botId: string, secret: string) {
  const { keyId, sealed } = sealText(cipher, secret, purposeOf(botId))
  return { secretKeyId: keyId, secretSealed: sealed }
}

/** The secret, and the one before it for a day after a rotation. */
export function openSecrets(cipher: Cipher, hook: WebhookRow, now: Date): Secret[] {
  const purpose = purposeOf(hook.botId)
  const secrets = [openText(cipher, { keyId: hook.secretKeyId, sealed: hook.secretSealed }, purpose)]
  const { oldSecretKeyId, oldSecretSealed, oldSecretUntil } = hook
  if (oldSecretKeyId && oldSecretSealed && oldSecretUntil && now < oldSecretUntil)
    secrets.push(openText(cipher, { keyId: oldSecretKeyId, sealed: oldSecretSealed }, purpose))
  return secrets
}
