import type { Deps } from './deps'
import { createGameJudge, sweepGames } from './games/recommend'
import { deliverToInbox, sweepInboxDeliveries } from './inbox-webhooks/deliver'
import { createEngine, type Engine } from './inspection/engine/engine'
import { createAnswerWriter } from './inspection/step/answer-writer'
import { createValueCounter } from './inspection/step/count-value'
import { sweepErrands } from './jobs/errands'
import type { JobHandlers } from './jobs/jobs'
import { createClusterKeeper } from './market/clusters/keep-clusters'
import { sweepEarnings } from './market/complaints/sweep-earnings'
import { tellOn } from './market/following/tell-followers'
import { fanOutOn } from './market/inbox/fan-out'
import { gatherMail } from './market/inbox/mail-notices'
import { sendMail, sweepMails } from './market/inbox/send-mail'
import { createNoteKeeper } from './market/notes/keep-notes'
import { createPageKeeper } from './market/pages/keep-pages'
import { remindDue } from './market/remind-due'
import { lookAgain } from './market/sites/sites'
import { ingestDocument, sweepDocuments } from './sellers/corpus/ingest'
import { applyMatcher } from './sellers/matching/apply-matcher'
import { matchAgain } from './sellers/matching/match-again'
import { matchBots } from './sellers/matching/match-bots'
import { createBotRunner } from './sellers/runs/bot-runner'
import type { Sweeps } from './sweeper'

/** All that works in one process: what jobs go to, and what is found without them. */
export interface Crew {
  engine: Engine
  /** Which handler each queue's jobs go to. */
  handlers: JobHandlers
  sweeps: Sweeps
  /** Waits until nothing that was begun is under way. */
  idle(): Promise<void>
  /** Stops what is under way; it is taken up elsewhere. */
  stop(): Promise<void>
}

/** @param options `begins: false` gives every step of the engine a job of its own, for who runs jobs one at a time. */
export function createCrew(deps: Deps, { begins }: { begins: boolean }): Crew {
  const engine = createEngine(deps, { matchBots, begins })
  const answers = createAnswerWriter(deps)
  const counts = createValueCounter(deps)
  const judge = createGameJudge(deps)
  const runs = createBotRunner(deps)
  const pages = createPageKeeper(deps)
  const keepClusters = createClusterKeeper(deps)
  const countNotes = createNoteKeeper(deps)
  return {
    engine,
    handlers: {
      'market.match': (payload) => engine.match(payload),
      'market.fan-out': ({ contextId }) => fanOutOn(deps, contextId),
      'market.apply-matcher': ({ matcherId }) => applyMatcher(deps, matcherId),
      'market.match-again': ({ contextId }) => matchAgain(deps, contextId),
      'market.tell': (telling) => tellOn(deps, telling),
      'sellers.answer': ({ botRunId }) => runs.begin(botRunId),
      'sellers.deliver': ({ botRunId }) => runs.begin(botRunId),
      'inspection.advance': (payload) => engine.claim(payload),
      'inspection.answer': async ({ rootId }) => answers.begin(rootId),
      'inspection.count': async ({ rootId }) => counts.begin(rootId),
      'pages.read': ({ contextId }) => pages.begin(contextId),
      'corpus.ingest': ({ documentId }) => ingestDocument(deps, documentId),
      'mail.gather': ({ personId }) => gatherMail(deps, personId),
      'mail.send': ({ mailId }) => sendMail(deps, mailId),
      'inbox.deliver': ({ deliveryId }) => deliverToInbox(deps, deliveryId),
    },
    sweeps: {
      trees: () => engine.sweep(),
      answers: () => answers.sweep(),
      counts: () => counts.sweep(),
      games: () => sweepGames(deps),
      judgements: () => judge.sweep(),
      runs: () => runs.sweep(),
      errands: () =>
        sweepErrands(deps, {
          'fan-out': (contextId) => fanOutOn(deps, contextId),
          'apply-matcher': (matcherId) => applyMatcher(deps, matcherId),
          'match-again': (contextId) => matchAgain(deps, contextId),
          'gather-mail': (personId) => gatherMail(deps, personId),
          'tell-asked': (contextId) => tellOn(deps, { kind: 'tell-asked', contextId }),
          'tell-followers': (contextId) => tellOn(deps, { kind: 'tell-followers', contextId }),
          'tell-raised': (contextId) => tellOn(deps, { kind: 'tell-raised', contextId }),
        }),
      mails: () => sweepMails(deps),
      deliveries: () => sweepInboxDeliveries(deps),
      pages: () => pages.sweep(),
      documents: () => sweepDocuments(deps),
      clusters: keepClusters,
      notes: countNotes,
      earnings: () => sweepEarnings(deps),
      outcomes: () => remindDue(deps),
      sites: () => lookAgain(deps),
    },
    async idle() {
      await pages.idle()
      await runs.idle()
      await engine.idle()
      await answers.idle()
      await counts.idle()
      await judge.idle()
    },
    async stop() {
      await pages.stop()
      await runs.stop()
      await answers.stop()
      await counts.stop()
      await judge.stop()
      await engine.stop()
    },
  }
}
