import type { Deps } from './deps'
import { writeAnswer } from './inspection/answer'
import { createEngine, type Engine } from './inspection/engine'
import type { JobHandlers, JobRunner } from './jobs/queues'
import { matchContexts } from './sellers/answer-context'
import { answerWithModel } from './sellers/answer-with-model'

/** Half of what reliability G4 allows between a death and the run moving again, with the lease before it. */
const SWEEP_EVERY_MS = 2_000

export interface Worker {
  engine: Engine
  stop(): Promise<void>
}

/** Which handler each queue's jobs go to. */
export function jobHandlers(deps: Deps, engine: Engine): JobHandlers {
  return {
    'market.match': (payload) => matchContexts(deps, payload),
    'sellers.answer': ({ botRunId }) => answerWithModel(deps, botRunId),
    'inspection.advance': (payload) => engine.advance(payload),
    'inspection.answer': ({ rootId }) => writeAnswer(deps, rootId),
  }
}

/** Wires queues to handlers. Runs in the web process by default, and alone as `npm run worker`. */
export async function startWorker(deps: Deps, jobs: JobRunner): Promise<Worker> {
  const engine = createEngine(deps)
  await jobs.work(jobHandlers(deps, engine))
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
      await engine.stop()
    },
  }
}
