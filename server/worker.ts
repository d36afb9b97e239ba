import type { Deps } from './deps'
import { createEngine, type Engine } from './inspection/engine/engine'
import { writeAnswer } from './inspection/step/answer'
import type { JobHandlers, JobRunner } from './jobs/jobs'
import { createHousekeeper } from './market/housekeeping'
import { fanOutChunk } from './market/inbox/fan-out'
import { gatherMail } from './market/inbox/mail-notices'
import { sendMail } from './market/inbox/send-mail'
import { createTeller } from './market/inbox/teller'
import { ingestDocument } from './sellers/corpus/ingest'
import { applyMatcherChunk } from './sellers/matching/apply-matcher'
import { matchAgain } from './sellers/matching/match-again'
import { matchBots } from './sellers/matching/match-bots'
import { type AnsweringRuns, createAnsweringRuns } from './sellers/runs/answering-runs'

/** Half of what reliability G4 allows between a death and the run moving again, with the lease before it. */
const SWEEP_EVERY_MS = 2_000

export interface Worker {
  engine: Engine
  stop(): Promise<void>
}

/** Which handler each queue's jobs go to. */
export function jobHandlers(deps: Deps, engine: Engine, runs: AnsweringRuns): JobHandlers {
  return {
    'market.match': (payload) => engine.match(payload),
    'market.fan-out': (payload) => fanOutChunk(deps, payload),
    'market.apply-matcher': (payload) => applyMatcherChunk(deps, payload),
    'market.match-again': (payload) => matchAgain(deps, payload),
    'sellers.answer': ({ botRunId }) => runs.begin(botRunId),
    'sellers.deliver': ({ botRunId }) => runs.begin(botRunId),
    'inspection.advance': (payload) => engine.claim(payload),
    'inspection.answer': ({ rootId }) => writeAnswer(deps, rootId),
    'corpus.ingest': ({ documentId }) => ingestDocument(deps, documentId),
    'mail.gather': ({ personId }) => gatherMail(deps, personId),
    'mail.send': (payload) => sendMail(deps, payload),
  }
}

/** Wires queues to handlers. Runs in the web process by default, and alone as `npm run worker`. */
export async function startWorker(deps: Deps, jobs: JobRunner): Promise<Worker> {
  const engine = createEngine(deps, { matchBots, begins: true })
  const runs = createAnsweringRuns(deps)
  await jobs.work(jobHandlers(deps, engine, runs))
  const teller = createTeller(deps)
  const housekeeper = createHousekeeper(deps)
  let isSweeping = false
  const sweeper = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    engine
      .sweep()
      .catch((error: unknown) => deps.log.error({ err: error }, 'the sweeper failed'))
      .finally(() => {
        isSweeping = false
      })
  }, SWEEP_EVERY_MS)
  return {
    engine,
    async stop() {
      clearInterval(sweeper)
      await housekeeper.stop()
      await teller.stop()
      await runs.stop()
      await engine.stop()
    },
  }
}
