import path from 'node:path'
import { openDatabase } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { migrate } from '@/db/migrate'
import { runCommand } from '@/server/cli/run-command'
import { type Env, readEnv } from '@/server/env'
import { openCipher } from '@/server/keys/open-cipher'
import { KEYS_FILE, newSealKey } from '@/server/keys/read-keys'
import { rotateKeyFile, rotateKeys } from '@/server/keys/rotate'
import { systemClock } from '@/server/shared/clock'

const HELP = `npm run keys -- new       prints a new key for SEAL_KEYS, to be put in front of the others
npm run keys -- rotate    seals everything anew under the first key of SEAL_KEYS, while the market works;
                          for a market in a folder, which must be stopped: makes that key itself, in keys.json`

/** `npm run keys -- new | rotate`: what a market seals its texts with. */
async function main(): Promise<number> {
  const [command, ...rest] = process.argv.slice(2)
  if (rest.length === 0 && command === 'new') {
    console.log(newSealKey(`k${systemClock.now().getTime()}`))
    return 0
  }
  if (rest.length === 0 && command === 'rotate') return rotate(readEnv())
  console.error(HELP)
  return command === 'help' ? 0 : 2
}

async function rotate(env: Env): Promise<number> {
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  try {
    await migrate(database)
    const { db } = database
    const { sealed, free, inUse } = env.SEAL_KEYS
      ? await rotateKeys(db, await openCipher(db, env.SEAL_KEYS))
      : await rotateKeyFile(db, { file: path.join(env.DATA_DIR, KEYS_FILE), at: systemClock.now() })
    console.log(`${sealed} texts and keys were sealed anew.`)
    if (inUse.length > 0) {
      console.log(
        `Still in use: ${inUse.join(', ')}. Restart every process with the new key in front, then run this again.`,
      )
      return 1
    }
    if (free.length > 0 && env.SEAL_KEYS)
      console.log(`Nothing needs ${free.join(', ')} any more: take it out of SEAL_KEYS.`)
    console.log(
      'Backups made before open with the old keys only: keep those apart for as long as you keep these.',
    )
    return 0
  } finally {
    await database.close()
  }
}

runCommand(main)
