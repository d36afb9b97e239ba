import { openDatabase } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { migrate } from '@/db/migrate'
import { COMMAND, type Role } from '@/server/actors/actor'
import { listRoles, setRole } from '@/server/auth/roles'
import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '@/server/env'
import { AppError } from '@/server/errors'
import { makeOperatorCode } from '@/server/operate/first-operator'
import { systemClock } from '@/server/shared/clock'

const USAGE = `npm run operator -- list
npm run operator -- make <handle>       an operator: runs the market, and moderates
npm run operator -- moderator <handle>  a moderator
npm run operator -- dismiss <handle>    neither
npm run operator -- code                while nobody runs it: a code that makes somebody the operator, once`

const ROLE_OF: Readonly<Record<string, Role>> = {
  make: 'operator',
  moderator: 'moderator',
  dismiss: 'person',
}

/** Who runs a market is said at its own machine: whoever can start this command holds its data and keys anyway. */
async function main([verb = '', handle]: readonly string[]): Promise<number> {
  const role = ROLE_OF[verb]
  if (verb !== 'list' && verb !== 'code' && (role === undefined || handle === undefined)) {
    console.error(USAGE)
    return 1
  }
  const env = readEnv()
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  try {
    await migrate(database)
    if (role !== undefined && handle !== undefined) {
      await setRole({ db: database.db, clock: systemClock, actor: COMMAND }, { handle, role })
      await database.flush()
    }
    if (verb === 'code') {
      const code = await makeOperatorCode({ db: database.db, clock: systemClock })
      await database.flush()
      console.log(code ?? 'Somebody runs this market already: npm run operator -- list')
      return code === null ? 1 : 0
    }
    const known = await listRoles(database)
    for (const one of known) console.log(`${one.role}  ${one.handle}`)
    if (known.length === 0) console.log('Nobody has a role: npm run operator -- make <handle>')
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error('Nobody who registered goes by that handle. It is the name in the address of the profile.')
    return 1
  } finally {
    await database.close()
  }
}

runCommand(() => main(process.argv.slice(2)))
