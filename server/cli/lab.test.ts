import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '@/server/env'
import { modelPool } from '@/server/lab/command/pool'
import { reproduce } from '@/server/lab/command/reproduce'
import { BUILD, poolHere } from '@/server/lab/command/testing'
import { rows } from '@/server/lab/rows'
import { createChat } from '@/server/llm/directory'
import { createLog } from '@/server/log'

/** The command as a process of its own: what whoever types it gets, with its exit code. */

/** A process starts in seconds on a busy machine, and one waits until a killed process's lock is forgotten. */
const TIMEOUT_MS = 120_000

let folder: string
let server: Server
/** What the model server replies, save where it is to rephrase; null is a key that it does not take. */
let reply: string | null
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lab-'))
  server = createServer((request, response) => {
    text(request).then((asked) => {
      response.setHeader('content-type', 'application/json').statusCode = reply === null ? 401 : 200
      const content = asked.includes('Rephrase the passage') ? 'In other words.' : reply
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const error = { message: 'Incorrect key', code: 'invalid_api_key' }
      response.end(
        JSON.stringify(reply === null ? { error } : { id: '1', object: 'chat.completion', choices, usage }),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const clean = { ...process.env, DATA_DIR: path.join(folder, 'data') }
  for (const name of Object.keys(clean)) if (name.startsWith('OPENAI_')) Reflect.deleteProperty(clean, name)
  return spawn(process.execPath, ['--import', 'tsx', 'server/cli/lab.ts', ...args], {
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess) {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The process has no output.')
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)])
  return { code, out, err }
}

const model = () => ({
  OPENAI_MODEL: 'scripted',
  OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
})
const A10 = rows.filter(({ id }) => id === 'A10')

describe('npm run lab', () => {
  it('judges a row by a model behind any OpenAI-compatible server', async () => {
    reply = 'They agree.\nVERDICT:\nOption 1: Buy\nOption 2: Pass'
    const env = readEnv({ NODE_ENV: 'test', ...model() })
    const chat = createChat({ env, log: createLog('silent') })
    if (!chat) throw new Error('No model')
    const judged = await reproduce(A10, {
      folder: path.join(folder, 'answered'),
      pools: { threads: poolHere(), model: modelPool(chat) },
      build: { ...BUILD, model: chat.name },
    })
    const [, byModel] = judged
    // It takes whatever is first, which is the cheaper one in one order of two.
    expect(byModel?.finding).toMatchObject({ verdict: 'not reproduced' })
    const [first] = byModel?.finding.ours ?? []
    expect(first).toMatchObject({ name: 'direct, same prices, first wording first', ours: 1, n: 10 })
    expect(byModel?.finding.why).toContain('Model: scripted.')
  })

  it(
    'ends with 1 and the reason of a run that fails, the other rows judged',
    async () => {
      reply = null
      const place = path.join(folder, 'refused')
      const { code, out, err } = await ended(start(['reproduce', '--only', 'A10', '--out', place], model()))
      expect(err).toMatch(/^A10 \(llm\) failed: .*did not answer \(key-refused, HTTP 401\)/m)
      expect(out).toContain('A10 (det) Rational choice of agents that follow rules: reproduced')
      expect(out).toContain('2 rows: 1 reproduced, 1 not determined.')
      expect(code).toBe(1)
    },
    TIMEOUT_MS,
  )

  it(
    'exports over no file that no export wrote',
    async () => {
      const file = path.join(folder, 'notes.txt')
      await writeFile(file, 'mine')
      const { code, err } = await ended(start(['export', '--out', file]))
      expect(err).toContain(`--out: ${file} is there already and no export wrote it; name a new file`)
      expect(code).toBe(2)
      expect(await readFile(file, 'utf8')).toBe('mine')
    },
    TIMEOUT_MS,
  )

  it(
    'goes on where it was killed when the same command is given at once',
    async () => {
      const place = path.join(folder, 'killed')
      const lines = path.join(place, 'runs.jsonl')
      const few = ['--set', 'days=2000', '--set', 'consumersSee=3', '--seeds', '1-3', '--threads', '1']
      const run = ['crash', ...few, '--out', place]
      const child = start(run)
      const over = once(child, 'exit')
      while (!existsSync(lines) && child.exitCode === null) await Promise.race([sleep(10), over])
      child.kill('SIGKILL')
      expect(await over).toEqual([null, 'SIGKILL'])
      const kept = (await readFile(lines, 'utf8')).split('\n').slice(0, -1)
      const { code, out } = await ended(start(run))
      expect(code).toBe(0)
      expect(out.trim().split('\n').at(-1)).toBe(place)
      const whole = (await readFile(lines, 'utf8')).split('\n').slice(0, -1)
      expect(whole).toHaveLength(36)
      expect(kept.length).toBeLessThan(36)
      expect(whole.slice(0, kept.length)).toEqual(kept)
    },
    TIMEOUT_MS,
  )
})
