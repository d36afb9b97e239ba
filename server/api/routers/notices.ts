import * as z from 'zod'
import {
  INBOX_BULK_MAX,
  noticeListSchema,
  noticePageSchema,
  noticeSwitchSchema,
  outboxMailSchema,
} from '../../contract/inbox'
import { isOutboxOn } from '../../env'
import { listNotices, markRead, unreadAt } from '../../market/inbox/notices'
import { listOutbox } from '../../market/inbox/send-mail'
import { hasMailAddress, readSwitches, setSwitch } from '../../market/inbox/switches'
import { idSchema, momentSchema } from '../../shared/text'
import { NOTICE_EVENTS } from '../../words/notices'
import { protectedProcedure, publicProcedure, router } from '../trpc'

/** Always of the signed-in person: no input names whose notices they are. */
export const noticesRouter = router({
  list: protectedProcedure('read')
    .input(noticeListSchema)
    .output(noticePageSchema)
    .query(({ ctx: { deps, user }, input }) => listNotices(deps.db, user.id, input)),

  /** When what is unread at the page of a question changed last; whoever then shows that page says `mark` as of this moment. */
  unreadAt: protectedProcedure('read')
    .input(z.object({ questionId: idSchema() }))
    .output(z.date().nullable())
    .query(({ ctx: { deps, user }, input }) => unreadAt(deps.db, user.id, input.questionId)),

  /** Some lines, those of one event, those that the page of a question shows as of a moment, or all that the list shows. */
  mark: protectedProcedure('read')
    .input(
      z.union([
        z.object({ ids: z.array(idSchema()).min(1).max(INBOX_BULK_MAX) }),
        z.object({ event: z.enum(NOTICE_EVENTS) }),
        z.object({ questionId: idSchema(), asOf: momentSchema() }),
        z.literal('all'),
      ]),
    )
    .output(z.object({ marked: z.int() }))
    .mutation(({ ctx: { deps, user }, input }) => markRead(deps, user.id, input)),

  switches: protectedProcedure('read')
    .output(z.object({ switches: z.array(noticeSwitchSchema), hasMail: z.boolean(), sendsMail: z.boolean() }))
    .query(async ({ ctx: { deps, user } }) => ({
      switches: await readSwitches(deps.db, user.id),
      hasMail: await hasMailAddress(deps.db, user.id),
      sendsMail: deps.mailer !== null || isOutboxOn(deps.env),
    })),

  setSwitch: protectedProcedure('account')
    .input(noticeSwitchSchema)
    .output(noticeSwitchSchema)
    .mutation(({ ctx: { deps, user }, input }) => setSwitch(deps, user.id, input)),

  /** Null unless the setting `OUTBOX` is on, which production refuses. */
  outbox: publicProcedure('read')
    .output(z.array(outboxMailSchema).nullable())
    .query(({ ctx: { deps } }) => listOutbox(deps)),
})
