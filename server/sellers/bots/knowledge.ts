import type { BotRow } from '@/db/schema'
import type { Cipher } from '../../shared/cipher'
import type { Secret } from '../../shared/secret'
import { openText, sealText } from './sealed-text'

/** What a bot knows is sealed like private information: it is what the bot sells. Read by the bot and its owner only. */

export const purposeOf = (botId: string) => `bot:${botId}`

export function sealKnowledge(cipher: Cipher, botId: string, knowledge: string) {
  const { keyId, sealed } = sealText(cipher, knowledge, purposeOf(botId))
  return { knowledgeKeyId: keyId, knowledgeSealed: sealed }
}

export function openKnowledge(
  cipher: Cipher,
  bot: Pick<BotRow, 'id' | 'knowledgeKeyId' | 'knowledgeSealed'>,
): Secret {
  return openText(cipher, { keyId: bot.knowledgeKeyId, sealed: bot.knowledgeSealed }, purposeOf(bot.id))
}
