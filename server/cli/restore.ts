import { restoreBackup } from '@/server/backup/backup'
import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '@/server/env'

/** `npm run restore -- folder`: a backup into an empty folder (DATA_DIR) or an empty database (DATABASE_URL). */
async function main(): Promise<number> {
  const [from, ...rest] = process.argv.slice(2)
  if (!from || rest.length > 0 || from.startsWith('-')) {
    console.error('Usage: npm run restore -- <folder that npm run backup printed>')
    return 2
  }
  await restoreBackup(readEnv(), { from, say: (line) => console.log(line) })
  console.log('Restored. Start the market with npm start.')
  return 0
}

runCommand(main)
