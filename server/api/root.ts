import { accountRouter } from './routers/account'
import { agentsRouter } from './routers/agents'
import { auditRouter } from './routers/audit'
import { botsRouter } from './routers/bots'
import { complaintsRouter } from './routers/complaints'
import { contextsRouter } from './routers/contexts'
import { demoRouter } from './routers/demo'
import { documentsRouter } from './routers/documents'
import { followsRouter } from './routers/follows'
import { gamesRouter } from './routers/games'
import { homeRouter } from './routers/home'
import { inboxRouter } from './routers/inbox'
import { inspectionRouter } from './routers/inspection'
import { keysRouter } from './routers/keys'
import { marketRouter } from './routers/market'
import { matchersRouter } from './routers/matchers'
import { moderationRouter } from './routers/moderation'
import { notesRouter } from './routers/notes'
import { noticesRouter } from './routers/notices'
import { offersRouter } from './routers/offers'
import { operateRouter } from './routers/operate'
import { passkeysRouter } from './routers/passkeys'
import { peopleRouter } from './routers/people'
import { programsRouter } from './routers/programs'
import { receiptsRouter } from './routers/receipts'
import { repliesRouter } from './routers/replies'
import { requestsRouter } from './routers/requests'
import { resaleRouter } from './routers/resale'
import { sameClaimsRouter } from './routers/same-claims'
import { searchRouter } from './routers/search'
import { sellingRouter } from './routers/selling'
import { sitesRouter } from './routers/sites'
import { textsRouter } from './routers/texts'
import { threadsRouter } from './routers/threads'
import { walletRouter } from './routers/wallet'
import { webhooksRouter } from './routers/webhooks'
import { router } from './trpc'

/** Everything that pages may call. */
export const appRouter = router({
  account: accountRouter,
  agents: agentsRouter,
  audit: auditRouter,
  bots: botsRouter,
  complaints: complaintsRouter,
  contexts: contextsRouter,
  demo: demoRouter,
  documents: documentsRouter,
  follows: followsRouter,
  games: gamesRouter,
  home: homeRouter,
  inbox: inboxRouter,
  inspection: inspectionRouter,
  keys: keysRouter,
  market: marketRouter,
  matchers: matchersRouter,
  moderation: moderationRouter,
  notes: notesRouter,
  notices: noticesRouter,
  offers: offersRouter,
  operate: operateRouter,
  passkeys: passkeysRouter,
  people: peopleRouter,
  programs: programsRouter,
  receipts: receiptsRouter,
  replies: repliesRouter,
  requests: requestsRouter,
  resale: resaleRouter,
  sameClaims: sameClaimsRouter,
  search: searchRouter,
  selling: sellingRouter,
  sites: sitesRouter,
  texts: textsRouter,
  threads: threadsRouter,
  wallet: walletRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
