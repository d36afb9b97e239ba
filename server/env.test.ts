import { describe, expect, it } from 'vitest'
import { readEnv } from './env'

const SHARED = { AUTH_SECRET: 'x'.repeat(32), SEAL_KEYS: `k:${Buffer.alloc(32).toString('base64')}` }

describe('the switch that opens private addresses to bots', () => {
  it('is off unless somebody turns it on', () => {
    expect(readEnv({}).OUTBOUND_PRIVATE).toBe('off')
  })

  it('can be on for a market on this machine, built for production or not', () => {
    const here = [
      {},
      { NODE_ENV: 'production' },
      { APP_URL: 'http://localhost:3000' },
      { APP_URL: 'http://127.0.0.1:3000' },
      { DATABASE_URL: 'postgres://me@localhost:5432/market', ...SHARED },
    ]
    for (const env of here) expect(readEnv({ OUTBOUND_PRIVATE: 'on', ...env }).OUTBOUND_PRIVATE).toBe('on')
  })

  it('stops the start of a market that other people reach, and says why', () => {
    const out = [
      { APP_URL: 'https://market.example' },
      { APP_URL: 'http://10.0.0.5:3000' },
      { APP_URL: 'https://localhost.market.example' },
      { DATABASE_URL: 'postgres://me@db.example/market', ...SHARED },
    ]
    for (const env of out)
      expect(() => readEnv({ OUTBOUND_PRIVATE: 'on', ...env })).toThrow('OUTBOUND_PRIVATE')
  })
})
