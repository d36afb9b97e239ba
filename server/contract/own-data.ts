import * as z from 'zod'
import { againSchema, handleSchema } from './auth'

/** What an account waits for before it can be deleted. */
export const HINDRANCES = [
  'last-operator',
  'demo',
  'open-questions',
  'read-offers',
  'pending-earnings',
  'open-complaints',
  'open-games',
] as const
export type Hindrance = (typeof HINDRANCES)[number]

export const deletionSchema = z.object({
  waitsFor: z.array(
    z.object({
      what: z.enum(HINDRANCES),
      count: z.int(),
      /** When it is over at the latest by itself; null where only its owner, or somebody else, can end it. */
      until: z.date().nullable(),
    }),
  ),
  goes: z.object({
    /** Credits that nobody can spend any more; they stay in the books. */
    availableMicros: z.bigint(),
    /** Texts that were not bought. */
    unboughtOffers: z.int(),
    bots: z.int(),
    documents: z.int(),
    keys: z.int(),
  }),
  stays: z.object({
    questions: z.int(),
    /** Texts of theirs that others bought. */
    soldOffers: z.int(),
  }),
})
export type Deletion = z.infer<typeof deletionSchema>

export const deleteAccountSchema = z.object({
  /** Typed once more, so that nobody does it by a slip. */
  handle: handleSchema,
  password: againSchema,
})
export type DeleteAccount = z.infer<typeof deleteAccountSchema>
