import * as z from 'zod'
import { draftKey, readDraft, writeDraft } from '@/components/form/draft-store'
import { LICENCES } from '@/server/words/licence'

/** What the owner's last bot allowed its buyers, as it was typed. */
const usualSchema = z.object({ licence: z.enum(LICENCES), resale: z.string() })
export type UsualLicence = z.infer<typeof usualSchema>

const WHAT = 'bot-licence'

export function rememberLicence(owner: string, { licence, resale }: UsualLicence): void {
  writeDraft(draftKey(WHAT, owner), { licence, resale })
}

/** Null before the first bot in this browser. */
export function rememberedLicence(owner: string): UsualLicence | null {
  return readDraft(draftKey(WHAT, owner), usualSchema)
}
