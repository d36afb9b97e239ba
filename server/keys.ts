import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Env } from './env'

/** Signs login cookies, and seals private information. */
export type Keys = { authSecret: string; sealKeys: string }

/** In the folder of the data, where the environment gives no keys. */
export const KEYS_FILE = 'keys.json'

const KEY_BYTES = 32
const keysSchema = z.object({ authSecret: z.string().min(1), sealKeys: z.string().min(1) })

/**
 * Keys from the environment or, for a market that keeps its data in a folder, made once and kept there in `keys.json`,
 * readable by its owner only. With DATABASE_URL the environment must give both, which `readEnv` has checked.
 */
export async function readKeys(env: Pick<Env, 'AUTH_SECRET' | 'SEAL_KEYS' | 'DATA_DIR'>): Promise<Keys> {
  if (env.AUTH_SECRET && env.SEAL_KEYS) return { authSecret: env.AUTH_SECRET, sealKeys: env.SEAL_KEYS }
  const kept = await keptKeys(path.join(env.DATA_DIR, KEYS_FILE))
  return { authSecret: env.AUTH_SECRET ?? kept.authSecret, sealKeys: env.SEAL_KEYS ?? kept.sealKeys }
}

async function keptKeys(file: string): Promise<Keys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text !== null) return keysSchema.parse(JSON.parse(text))
  const keys: Keys = {
    authSecret: randomBytes(KEY_BYTES).toString('base64'),
    sealKeys: `first:${randomBytes(KEY_BYTES).toString('base64')}`,
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return keys
}
