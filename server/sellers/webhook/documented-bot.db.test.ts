import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '../../outbound/testing'
import { CHOSEN, webhookScene } from './testing'

const GUIDE = 'docs/selling.md'
const START_MS = 20_000

const scene = webhookScene()
let bot: ChildProcess | undefined

afterEach(async () => {
  if (!bot) return
  const ended = once(bot, 'exit')
  bot.kill()
  await ended
  bot = undefined
})

/** The script that the guide prints: there is no other copy of it. */
function documentedScript(): string {
  const [, script] = readFileSync(GUIDE, 'utf8').match(/```js\n([\s\S]*?)```/) ?? []
  return script ?? expect.fail(`${GUIDE} prints no script`)
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = await listen((_, response) => response.end())
  await server.close()
  return server.port
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function start(script: string, env: { PORT: string; BOT_SECRET: string }): Promise<void> {
  bot = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const until = Date.now() + START_MS
  while (!(await isListening(Number(env.PORT)))) {
    if (Date.now() > until || bot.exitCode !== null) expect.fail('the documented bot does not listen')
    await pause(50)
  }
}

describe('the bot of the guide', () => {
  it('has 30 lines, and sells its passage to the question it knows about', async () => {
    const script = documentedScript()
    const lines = script.split('\n').filter((line) => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(30)

    // The script verifies by the clock of its own machine.
    scene.market.clock.forward(Date.now() - scene.market.clock.now().getTime())
    const port = await freePort()
    const { secret } = await scene.makeBot({ url: `http://127.0.0.1:${port}/`, price: CHOSEN })
    await start(script, { PORT: String(port), BOT_SECRET: secret })
    await scene.ask({ title: 'What load does the bridge carry?' })
    await scene.market.settle()
    expect(await scene.onlyRun()).toMatchObject({ state: 'answered' })
    expect(await scene.posted()).toMatchObject([
      { teaser: 'The load limit of the bridge, from its last inspection', priceMicros: 500_000n },
    ])

    const forged = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: JSON.stringify({ question: { title: 'What load does the bridge carry?' } }),
      headers: { 'webhook-id': 'run', 'webhook-timestamp': '0', 'webhook-signature': 'v1,no' },
    })
    expect(forged.status).toBe(401)
  })
})
