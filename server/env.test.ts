import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asksForEmailProof, BadSettingsError, PORT_MAX, passkeySite, readEnv } from './env'

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

function refusalOf(env: Record<string, string>): string {
  try {
    readEnv(env)
  } catch (error) {
    if (error instanceof BadSettingsError) return error.message
    throw error
  }
  return 'no refusal'
}

describe('a port', () => {
  it('is every whole number a port can be, and 3000 where none is said', () => {
    expect(readEnv({}).PORT).toBe(3000)
    expect(readEnv({ PORT: '' }).PORT).toBe(3000)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PORT_MAX }), (port) => {
        expect(readEnv({ PORT: String(port) }).PORT).toBe(port)
      }),
    )
  })

  it('stops the start with its name and what it must be, whatever else is written there', () => {
    const aboveAll = fc.integer({ min: PORT_MAX + 1 }).map(String)
    const others = fc.constantFrom('abc', '-1', '3.5', '1e3', '0x10', ' ', '3000x', 'NaN', 'Infinity', '٣')
    fc.assert(
      fc.property(fc.oneof(aboveAll, others), (PORT) => {
        expect(refusalOf({ PORT })).toMatch(
          /^These settings are not right.*\n {2}PORT: must be a whole number from 0 to 65535, for example 3000$/,
        )
      }),
    )
  })
})

describe('a setting that is not right', () => {
  it.each([
    ['APP_URL', 'market'],
    ['APP_URL', 'ftp://market.example'],
    ['SOURCE_URL', 'javascript:alert(1)'],
    ['OPENAI_BASE_URL', 'localhost:1234'],
    ['SMTP_URL', 'https://mail.example'],
    ['DEMO', 'yes'],
    ['WORKER', 'true'],
    ['OUTBOX', '1'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://db.example/market'],
    ['AUTH_SECRET', 'short'],
    ['SEAL_KEYS', 'short'],
    ['MAIL_FROM', 'nobody'],
  ])('%s = %j stops the start with a sentence, and is not repeated', (name, value) => {
    const refusal = refusalOf({ [name]: value })
    expect(refusal).toMatch(new RegExp(`\\n {2}${name}: must `))
    expect(refusal).not.toContain('Invalid')
    expect(refusal).not.toContain(value)
  })
})

describe('the proof of an e-mail', () => {
  it('is asked for wherever strangers come, and not in a demo market that can mail nobody', () => {
    const asks = (env: Record<string, string>) => asksForEmailProof(readEnv(env))
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'news@market.example' }
    expect(asks({})).toBe(false)
    expect(asks({ APP_URL: 'https://market.example' })).toBe(false)
    expect(asks(mail)).toBe(true)
    expect(asks({ DEMO: 'off' })).toBe(true)
    expect(asks({ DATABASE_URL: 'postgres://me@db.example/market', ...SHARED })).toBe(true)
    expect(asks({ DEMO: 'off', ...mail, VERIFY_EMAIL: 'off' })).toBe(false)
    expect(asks({ VERIFY_EMAIL: 'on' })).toBe(true)
  })
})

describe('where passkeys belong', () => {
  it('is the name and origin that people use; a bare address has none', () => {
    const site = (APP_URL: string) => passkeySite(readEnv({ APP_URL }))
    expect(passkeySite(readEnv({ PORT: '4100' }))).toEqual({
      rpId: 'localhost',
      origin: 'http://localhost:4100',
    })
    expect(site('https://market.example/under/')).toEqual({
      rpId: 'market.example',
      origin: 'https://market.example',
    })
    expect(site('http://192.0.2.1:3000')).toBeNull()
    expect(site('http://[2001:db8::1]:3000')).toBeNull()
  })
})

describe('more models', () => {
  const first = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'usual' }

  it('are named with their prices, and what of each may be used in a day', () => {
    const text = 'gpt-5-mini=0.25/2, qwen3:8b=0/0/5000000 ,vendor/model@v2=1/2'
    expect(readEnv({ ...first, OPENAI_OTHER_MODELS: text }).OPENAI_OTHER_MODELS).toEqual([
      { name: 'gpt-5-mini', inputUsd: 0.25, outputUsd: 2, tokensPerDay: null },
      { name: 'qwen3:8b', inputUsd: 0, outputUsd: 0, tokensPerDay: 5_000_000 },
      { name: 'vendor/model@v2', inputUsd: 1, outputUsd: 2, tokensPerDay: null },
    ])
    expect(readEnv({}).OPENAI_OTHER_MODELS).toEqual([])
  })

  it.each([
    ['without prices', 'gpt-5-mini', 'name=input/output'],
    ['named twice', 'a=1/2,a=2/3', 'names a model twice'],
    ['that are the first one', 'usual=1/2', 'names OPENAI_MODEL again'],
  ])('%s stop the start', (_, OPENAI_OTHER_MODELS, words) => {
    expect(refusalOf({ ...first, OPENAI_OTHER_MODELS })).toContain(words)
  })

  it('without a server stop the start', () => {
    expect(refusalOf({ OPENAI_OTHER_MODELS: 'a=1/2' })).toContain('needs OPENAI_MODEL')
  })

  it('bring prices for the ceilings in dollars', () => {
    const ceiling = { ...first, MODEL_SITE_USD_PER_DAY: '5' }
    expect(refusalOf(ceiling)).toContain('holds only with prices')
    expect(readEnv({ ...ceiling, OPENAI_OTHER_MODELS: 'a=1/2' }).MODEL_SITE_USD_PER_DAY).toBe(5)
  })
})
