import { readEnv } from '../env'
import { startServer } from '../start'

/** `npm run worker`: more workers on Postgres. On PGlite jobs run in the web process, which alone may open the folder. */
const env = readEnv()
if (env.DATABASE_URL) {
  await startServer({ isWorker: true })
  console.log('Working. Stop with Ctrl+C.')
} else {
  console.error(
    'npm run worker needs DATABASE_URL. Without it the market runs in one process: npm start does the work.',
  )
  process.exitCode = 1
}
