import type { BotRow } from '@/db/schema'
import type { Cipher } from '../market/cipher'
import type { Secret } from '../shared/secret'

/** What a bot knows is sealed like private information: it is what the bot sells. Read by the bot and its owner only. */

const purposeOf = (botId: string) => `bot:${botId}`

/** As stored: nonce and ciphertext in base64, joined by a dot. */
export function sealKnowledge(cipher: Cipher, botId: string, knowledge: string) {
  const { keyId, nonce, ciphertext } = cipher.seal(knowledge, purposeOf(botId))
  return {
    knowledgeKeyId: keyId,
    knowledgeSealed: `${Buffer.from(nonce).toString('base64')}.${Buffer.from(ciphertext).toString('base64')}`,
  }
}

export function openKnowledge(
  cipher: Cipher,
  bot: Pick<BotRow, 'id' | 'knowledgeKeyId' | 'knowledgeSealed'>,
): Secret {
  const [nonce = '', ciphertext = ''] = bot.knowledgeSealed.split('.')
  return cipher.open(
    {
      keyId: bot.knowledgeKeyId,
      nonce: Buffer.from(nonce, 'base64'),
      ciphertext: Buffer.from(ciphertext, 'base64'),
    },
    purposeOf(bot.id),
  )
}
