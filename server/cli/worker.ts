import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '../env'
import { startServer } from '../start'

/** `npm run worker`: more workers on Postgres. On PGlite jobs run in the web process, which alone may open the folder. */
async function main(): Promise<number> {
  if (!readEnv().DATABASE_URL) {
    console.error(
      'npm run worker needs DATABASE_URL. Without it the market runs in one process: npm start does the work.',
    )
    return 1
  }
  await startServer({ isWorker: true })
  console.log('Working. Stop with Ctrl+C.')
  return 0
}

runCommand(main)
