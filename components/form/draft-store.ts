import type { z } from 'zod'

/** Where drafts are kept, so that another version of the form never reads what an older one wrote. */
const PREFIX = 'caveat.draft.1.'

/** Whose draft it is: two people at one computer must not find each other's private information. */
export function draftKey(what: string, owner: string | null): string {
  return `${PREFIX}${what}.${owner ?? 'signed-out'}`
}

/** The kept draft, or null when there is none or it is no longer of the right shape. */
export function readDraft<Draft>(key: string, schema: z.ZodType<Draft>): Draft | null {
  try {
    const text = window.localStorage.getItem(key)
    if (text === null) return null
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Storage is switched off, or the text is not ours: no draft, and the form works without one.
    return null
  }
}

/** False when the browser refused (private window, storage full). */
export function writeDraft(key: string, draft: unknown): boolean {
  try {
    window.localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function removeDraft(key: string): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Where nothing can be written, nothing was kept.
  }
}
