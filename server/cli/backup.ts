import { constants, setPriority } from 'node:os'
import { makeBackup } from '@/server/backup/backup'
import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '@/server/env'
import { systemClock } from '@/server/shared/clock'

/** Where backups go when no folder is named. */
const DEFAULT_FOLDER = 'backups'

/** `npm run backup [-- folder]`: a backup of the market, also while it runs, opened and checked. */
async function main(): Promise<number> {
  const [into = DEFAULT_FOLDER, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || into.startsWith('-')) {
    console.error('Usage: npm run backup [-- folder]. Without a folder backups go to backups/.')
    return 2
  }
  // It opens and checks its copy, seconds of work that a market on the same machine goes before.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const say = (line: string) => console.log(line)
  const folder = await makeBackup(readEnv(), { into, at: systemClock.now(), say })
  console.log(`To use it: npm run restore -- ${folder}`)
  return 0
}

runCommand(main)
