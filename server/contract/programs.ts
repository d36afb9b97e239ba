import * as z from 'zod'
import { DELEGABLE_SCOPES } from '../actors/actor'
import { allowedShape, checkAllowed, KEY_DAYS_MAX, keySchema } from './access-keys'
import { proofSchema } from './auth'

/** Programs that a person connected to their account (OAuth 2.1), and what one asks for. */

/** As the library that speaks OAuth makes it: what a browser was sent with to the page of consent. */
const askSchema = z.object({ ask: z.string().regex(/^[\w-]{10,60}$/) })

/** Where a person is asked. */
export const CONNECT_PATH = '/connect'
/** Where a person reads what went wrong before anybody could be asked. */
export const CONNECT_REFUSED_PATH = '/connect/refused'
/** The browser that a program sent here shows it; a link that somebody else passed on opens nothing. */
export const CONNECT_COOKIE = 'caveat_connect'

export const connectionAskSchema = askSchema

/** What a program's doors are called. */
export const PROGRAM_DOORS = ['mcp', 'api'] as const

/** What a program asks a person for. Names are its own word; only the hosts are known. */
export const connectionAskedSchema = z.object({
  name: z.string(),
  /** Host that the person is sent back to. */
  host: z.string(),
  /** A program on the person's own machine, as far as the address says: any program there could be it. */
  isOnThisMachine: z.boolean(),
  /** Host whose page describes the program; null for one that registered itself, whose name nobody vouches for. */
  vouchedBy: z.string().nullable(),
  scopes: z.array(z.enum(DELEGABLE_SCOPES)),
  doors: z.array(z.enum(PROGRAM_DOORS)),
  /** What this person lets it do already. */
  before: keySchema
    .pick({ scopes: true, spendPerDayMicros: true, spendPerQuestionMicros: true, askAboveMicros: true })
    .nullable(),
})
export type ConnectionAsked = z.infer<typeof connectionAskedSchema>

export const allowConnectionSchema = proofSchema
  .extend({ ...askSchema.shape, ...allowedShape, days: z.int().min(1).max(KEY_DAYS_MAX) })
  .superRefine(checkAllowed)
export type AllowConnection = z.infer<typeof allowConnectionSchema>

/** Where the browser goes on, on this site: from there it is sent back to the program. */
export const connectionAnswerSchema = z.object({ continueAt: z.string() })

/** A connected program, for its person. */
export const programSchema = keySchema.omit({ hint: true, bot: true }).extend({ host: z.string() })
export type Program = z.infer<typeof programSchema>
