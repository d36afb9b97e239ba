import * as z from 'zod'
import type { CorpusDocumentRow } from '@/db/schema'
import type { Cipher } from '../../shared/cipher'
import { openText, sealText } from '../bots/sealed-text'

/** What a document is called: the file's name as uploaded, and its title. Sealed, because names tell what is inside. */
export type Label = { name: string; title: string }

const labelSchema = z.object({ name: z.string(), title: z.string() })

export const purposeOf = (documentId: string) => `document:${documentId}`

/** As stored. */
export function sealLabel(cipher: Cipher, documentId: string, { name, title }: Label) {
  const { keyId, sealed } = sealText(cipher, JSON.stringify({ name, title }), purposeOf(documentId))
  return { labelKeyId: keyId, labelSealed: sealed }
}

/** For the bot itself and its owner only. */
export function openLabel(
  cipher: Cipher,
  {
    id,
    labelKeyId: keyId,
    labelSealed: sealed,
  }: Pick<CorpusDocumentRow, 'id' | 'labelKeyId' | 'labelSealed'>,
): Label {
  if (keyId === null || sealed === null)
    throw new Error('A document of an earlier version is sealed at the start')
  return labelSchema.parse(JSON.parse(openText(cipher, { keyId, sealed }, purposeOf(id)).reveal()))
}
