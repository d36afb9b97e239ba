import path from 'node:path'
import { type Database, openDatabase } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { migrate } from '@/db/migrate'
import { runCommand } from '@/server/cli/run-command'
import { type Env, readEnv } from '@/server/env'
import { hasSealedTexts, openCipher } from '@/server/keys/open-cipher'
import { KEYS_FILE, newSealKey, readKeys } from '@/server/keys/read-keys'
import { rotateKeyFile, rotateKeys } from '@/server/keys/rotate'
import { rotateSigningKey } from '@/server/receipts/signing-keys'
import { systemClock } from '@/server/shared/clock'

const HELP = `npm run keys -- new       prints a new key for SEAL_KEYS, to be put in front of the others
npm run keys -- rotate    seals everything anew under the first key of SEAL_KEYS, while the market works;
                          for a market in a folder, which must be stopped: makes that key itself, in keys.json
npm run keys -- receipts  makes a new key that signs receipts; what the former one signed can still be checked`

/** `npm run keys -- new | rotate | receipts`: what a market seals its texts with, and signs its receipts. */
async function main(): Promise<number> {
  const [command, ...rest] = process.argv.slice(2)
  if (rest.length === 0 && command === 'new') {
    console.log(newSealKey(`k${systemClock.now().getTime()}`))
    return 0
  }
  if (rest.length === 0 && command === 'rotate') return rotate(readEnv())
  if (rest.length === 0 && command === 'receipts') return newSigningKey(readEnv())
  console.error(HELP)
  return command === 'help' ? 0 : 2
}

/** A market in a folder must be stopped; its keys are never made here. */
async function newSigningKey(env: Env): Promise<number> {
  const database = await openMarket(env)
  try {
    const { db } = database
    const { sealKeys } = await readKeys(env, { hasTexts: await hasSealedTexts(db) })
    const kid = await rotateSigningKey({ db, cipher: await openCipher(db, sealKeys) }, systemClock.now())
    console.log(`Receipts are signed with ${kid} from now on.`)
    return 0
  } finally {
    await database.close()
  }
}

async function openMarket(env: Env): Promise<Database> {
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  await migrate(database)
  return database
}

async function rotate(env: Env): Promise<number> {
  const database = await openMarket(env)
  try {
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
