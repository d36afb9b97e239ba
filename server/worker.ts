import { forgetRecords } from './auth/programs'
import { createCrew } from './crew'
import type { Deps } from './deps'
import { dropOldDeliveries } from './inbox-webhooks/deliver'
import type { Engine } from './inspection/engine/engine'
import type { JobRunner } from './jobs/jobs'
import { createHousekeeper } from './market/housekeeping'
import { createTeller } from './market/inbox/teller'
import { lapseCounters } from './market/lapse-counters'
import { countMarketDays } from './market/market-days'
import { keepSellerRecords } from './market/reputation/keep-records'
import { forgetSpendRequests } from './market/spend-requests'
import { bringInEarlier, bringInHashes } from './market/threads/put-in-threads'
import { forgetAgents } from './sellers/agents/agents'
import { forgetProbes } from './sellers/corpus/probes'
import { followDemand } from './sellers/demand/follow-demand'
import { giveUpLost } from './sellers/webhook/deliver'
import { startSweeper } from './sweeper'
import { startPatrol } from './verify/patrol'

export interface Worker {
  engine: Engine
  stop(): Promise<void>
}

/** Wires queues to handlers and begins to sweep. Runs in the web process by default, and alone as `npm run worker`. */
export async function startWorker(deps: Deps, jobs: JobRunner): Promise<Worker> {
  const crew = createCrew(deps, { begins: true })
  await jobs.work(crew.handlers)
  const teller = createTeller(deps)
  const housekeeper = createHousekeeper(deps, [
    (most) => forgetProbes(deps, most),
    (most) => giveUpLost(deps, most),
    (most) => dropOldDeliveries(deps, most),
    (most) => bringInEarlier(deps, most),
    (most) => bringInHashes(deps, most),
    (most) => forgetSpendRequests(deps, most),
    (most) => forgetAgents(deps, most),
    (most) => forgetRecords(deps, most),
    (most) => countMarketDays(deps, most),
    async () => {
      await keepSellerRecords(deps)
      return 0
    },
    (most) => lapseCounters(deps, most),
    (most) => followDemand(deps, most),
  ])
  const sweeper = startSweeper(deps.log, crew.sweeps)
  const patrol = startPatrol(deps)
  return {
    engine: crew.engine,
    async stop() {
      await patrol.stop()
      await sweeper.stop()
      await housekeeper.stop()
      await teller.stop()
      await crew.stop()
    },
  }
}
