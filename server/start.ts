import { nameCallers } from './caller-address'
import { readEnv } from './env'
import { renameTrace } from './refused-methods'
import { forgetMarket, startMarket, stopMarket } from './runtime'
import { untilDatabaseIsThere } from './until-database'
import { mendPaths } from './well-formed-path'

/** Time for calls under way to end when the process is told to stop. */
const STOP_MS = 8_000

/**
 * Starts the market in this process and stops it in order. While the database is away it waits, for two minutes; a market that cannot
 * start says why and ends the process.
 */
export async function startServer({ isWorker }: { isWorker?: boolean } = {}): Promise<void> {
  try {
    nameCallers(readEnv().TRUST_PROXY)
    mendPaths()
    renameTrace()
    await untilDatabaseIsThere(() => startMarket({ isWorker: isWorker ?? readEnv().WORKER === 'on' }), {
      undo: forgetMarket,
      say: console.error,
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_MS).unref()
      stopMarket().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
