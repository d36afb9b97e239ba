import * as z from 'zod'
import {
  documentListSchema,
  setDocumentPriceSchema,
  trySearchResultSchema,
  trySearchSchema,
} from '../../contract/corpus'
import {
  listDocuments,
  removeDocument,
  retryDocument,
  setDocumentPrice,
} from '../../sellers/corpus/documents'
import { trySearch } from '../../sellers/corpus/try-search'
import { idSchema } from '../../shared/text'
import { protectedProcedure, router } from '../trpc'

const documentIdSchema = z.object({ documentId: idSchema() })

/** Documents of `corpus` bots, for their owners. They are uploaded at `app/api/bots/[id]/documents`. */
export const documentsRouter = router({
  list: protectedProcedure('read')
    .input(z.object({ botId: idSchema() }))
    .output(documentListSchema)
    .query(({ ctx: { deps, user }, input }) => listDocuments(deps, user.id, input)),

  remove: protectedProcedure('sell')
    .input(documentIdSchema)
    .output(documentIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => removeDocument(deps, user.id, input)),

  retry: protectedProcedure('sell')
    .input(documentIdSchema)
    .output(documentIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => retryDocument(deps, user.id, input)),

  setPrice: protectedProcedure('sell')
    .input(setDocumentPriceSchema)
    .output(documentIdSchema)
    .mutation(({ ctx: { deps, user }, input }) => setDocumentPrice(deps, user.id, input)),

  trySearch: protectedProcedure('sell')
    .input(trySearchSchema)
    .output(trySearchResultSchema)
    .query(({ ctx: { deps, user }, input }) => trySearch(deps, user.id, input)),
})
