import type { Database, Db } from '@/db/client'
import type { Actor } from './actors/actor'
import type { Env } from './env'
import type { Jobs } from './jobs/jobs'
import type { Models } from './llm/directory'
import type { Log } from './log'
import type { Mailer } from './mail/mailer'
import type { Outbound } from './outbound/outbound'
import type { PageReader } from './pages/reader'
import type { ProseRenderer } from './prose/renderer'
import type { Bus } from './realtime/bus'
import type { Cipher } from './shared/cipher'
import type { Clock } from './shared/clock'
import type { Ids } from './shared/ids'

/** What domain functions are given. Time, ids, models and keys come in through here and nowhere else. */
export type Deps = {
  /** Who acts: the market itself, unless a door says otherwise. */
  actor: Actor
  env: Env
  /** Signs login cookies. */
  authSecret: string
  database: Database
  db: Db
  clock: Clock
  ids: Ids
  jobs: Jobs
  bus: Bus
  cipher: Cipher
  models: Models
  /** Null without SMTP: mails then stay in their table. */
  mailer: Mailer | null
  /** For addresses that people write: owners' servers and models. */
  outbound: Outbound
  /** Reads pages that questions are about; null where none are read. */
  pages: PageReader | null
  /** Reads Markdown that people write, within limits. */
  prose: ProseRenderer
  log: Log
}
