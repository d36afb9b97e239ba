import { nanoid } from 'nanoid'
import { z } from 'zod'
import { messagesOf, type ServerError } from '@/components/form/server-error'
import { type CreateBotInput, createBotSchema } from '@/server/sellers/contract'
import { PRICE_MICROS_MIN, parseCredits } from '@/server/shared/money'

/** A bot as it is typed: keywords and price are text; what belongs to the other kind is kept all the same. */
export const botDraftSchema = z.object({
  kind: z.enum(['fixed', 'llm']),
  name: z.string(),
  teaser: z.string(),
  knowledge: z.string(),
  keywords: z.string(),
  scope: z.enum(['roots', 'sub-contexts', 'both']),
  price: z.string(),
  /** Kept with the draft, so that even a form sent again after a lost reply makes one bot. */
  requestKey: z.string(),
})
export type BotDraft = z.infer<typeof botDraftSchema>
export type BotField = keyof BotDraft

export function emptyBotDraft(): BotDraft {
  return {
    kind: 'fixed',
    name: '',
    teaser: '',
    knowledge: '',
    keywords: '',
    scope: 'both',
    price: '',
    requestKey: nanoid(),
  }
}

export function isEmptyBotDraft(draft: BotDraft): boolean {
  return [draft.name, draft.teaser, draft.knowledge, draft.keywords].every((text) => text.trim() === '')
}

/** Words and phrases between commas or on lines of their own, each once. */
export function keywordsOf(text: string): string[] {
  const words = text.split(/[,;\n]/).map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))]
}

const FIELDS: Readonly<Record<string, BotField>> = {
  kind: 'kind',
  name: 'name',
  teaser: 'teaser',
  knowledge: 'knowledge',
  matcher: 'keywords',
  price: 'price',
}

function fieldOf(path: string): BotField | undefined {
  return FIELDS[path.replace(/^bot\./, '').split('.')[0] ?? '']
}

/** Judged by the contract itself, so that form and server cannot disagree. */
export const botFormSchema = botDraftSchema.transform((draft, ctx): CreateBotInput => {
  const price = parseCredits(draft.price)
  if (!price.ok) ctx.addIssue({ code: 'custom', path: ['price'], message: price.message })
  const parsed = createBotSchema.safeParse({
    bot: {
      kind: draft.kind,
      name: draft.name,
      teaser: draft.teaser,
      knowledge: draft.knowledge,
      matcher: { anyOf: keywordsOf(draft.keywords), scope: draft.scope },
      // A price that cannot be read has its complaint; the smallest legal one lets the rest be judged.
      price: { rule: 'fixed', priceMicros: price.ok ? price.micros : PRICE_MICROS_MIN },
    },
    isLive: true,
    requestKey: draft.requestKey,
  })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const field = fieldOf(issue.path.map(String).join('.')) ?? 'name'
    ctx.addIssue({ code: 'custom', path: [field], message: issue.message })
  }
  return z.NEVER
})

/** Server complaints by the form's own field names. */
export function botErrors(error: ServerError): { place: BotField | 'root'; message: string }[] {
  return messagesOf(error).map(({ field, message }) => ({
    place: (field === null ? undefined : fieldOf(field)) ?? 'root',
    message,
  }))
}
