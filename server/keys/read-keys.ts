import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { syncFile } from '@/db/files'
import type { Env } from '../env'
import { KeysMissingError } from './errors'

/** Signs login cookies, and seals private information. */
export type Keys = { authSecret: string; sealKeys: string }

/** In the folder of the data, where the environment gives no keys. */
export const KEYS_FILE = 'keys.json'

const KEY_BYTES = 32
const keysSchema = z.object({ authSecret: z.string().min(1), sealKeys: z.string().min(1) })

/**
 * Keys from the environment or, for a market that keeps its data in a folder, made once and kept there in `keys.json`,
 * readable by its owner only. With DATABASE_URL the environment must give both, which `readEnv` has checked.
 *
 * @throws KeysMissingError when there are none and something is sealed already (`hasTexts`).
 */
export async function readKeys(
  env: Pick<Env, 'AUTH_SECRET' | 'SEAL_KEYS' | 'DATA_DIR'>,
  { hasTexts }: { hasTexts: boolean },
): Promise<Keys> {
  if (env.AUTH_SECRET && env.SEAL_KEYS) return { authSecret: env.AUTH_SECRET, sealKeys: env.SEAL_KEYS }
  const file = path.join(env.DATA_DIR, KEYS_FILE)
  const kept = (await keptKeys(file)) ?? (await makeKeys(file, { hasTexts: hasTexts && !env.SEAL_KEYS }))
  return { authSecret: env.AUTH_SECRET ?? kept.authSecret, sealKeys: env.SEAL_KEYS ?? kept.sealKeys }
}

/** Null when there is no such file. */
export async function keptKeys(file: string): Promise<Keys | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : keysSchema.parse(JSON.parse(text))
}

async function makeKeys(file: string, { hasTexts }: { hasTexts: boolean }): Promise<Keys> {
  if (hasTexts) throw new KeysMissingError(file)
  const keys: Keys = {
    authSecret: randomBytes(KEY_BYTES).toString('base64'),
    sealKeys: newSealKey('first'),
  }
  await keepKeys(file, keys)
  return keys
}

/** One entry of SEAL_KEYS. */
export function newSealKey(id: string): string {
  return `${id}:${randomBytes(KEY_BYTES).toString('base64')}`
}

/** Writes the file whole or not at all, onto the disk: half of it would be the loss of every sealed text. */
export async function keepKeys(file: string, keys: Keys): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await syncFile(draft)
  await rename(draft, file)
  await syncFile(path.dirname(file))
}
