import * as z from 'zod'
import { walletSummarySchema } from '../contract/ledger'
import { contextViewSchema, offerViewSchema } from '../contract/market-view'
import { treeViewSchema } from './contract'

/** What the page of a question shows, all of it as it stood at one moment. */
export const questionRoomSchema = z.object({
  view: contextViewSchema,
  /** On this question. */
  offers: z.array(offerViewSchema),
  /** Of the whole tree; null for who may not watch it. */
  tree: treeViewSchema.nullable(),
  /** Of the asker; null for everybody else. */
  wallet: walletSummarySchema.nullable(),
})
export type QuestionRoom = z.infer<typeof questionRoomSchema>
