import * as z from 'zod'
import {
  listPublicNotesSchema,
  publicNotesSchema,
  ratePublicNoteSchema,
  removePublicNoteSchema,
  writePublicNoteSchema,
} from '../../contract/public-notes'
import { listNotes } from '../../market/notes/read-notes'
import { rateNote, removeNote, writeNote } from '../../market/notes/write-notes'
import { protectedProcedure, publicProcedure, router } from '../trpc'

export const notesRouter = router({
  /** Of one claim, or those of all claims that wait to be rated. */
  list: publicProcedure('read')
    .input(listPublicNotesSchema)
    .output(publicNotesSchema)
    .query(({ ctx: { deps, user }, input }) => listNotes(deps.db, user?.id ?? null, input)),

  write: protectedProcedure('decide')
    .input(writePublicNoteSchema)
    .output(z.object({ noteId: z.string() }))
    .mutation(({ ctx: { deps, user }, input }) => writeNote(deps, user.id, input)),

  remove: protectedProcedure('decide')
    .input(removePublicNoteSchema)
    .mutation(({ ctx: { deps, user }, input }) => removeNote(deps, user.id, input.noteId)),

  rate: protectedProcedure('decide')
    .input(ratePublicNoteSchema)
    .mutation(({ ctx: { deps, user }, input }) => rateNote(deps, user.id, input)),
})
