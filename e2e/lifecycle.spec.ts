import { booksOf } from './books'
import { ask, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { register, walletOf, withLogin } from './person'
import { newDataDir, removeDataDir, runCommand, startSite } from './site'

test('a second process on the same folder is refused, a second start keeps the data, the books are right', async () => {
  test.slow()
  const dataDir = await newDataDir()
  const env = { DEMO: 'off', VERIFY_EMAIL: 'off' }
  const first = await startSite({ dataDir, env })
  const [asker, seller] = await Promise.all([
    register(first.url, 'Ada Asks'),
    register(first.url, 'Sal Sells'),
  ])
  const id = await ask(asker, { title: 'What rusts and what does not rust?', budget: '5' })
  await offer(seller, id, {
    teaser: 'What rusts and what does not',
    privateInfo: 'Iron rusts. Copper does not rust, it turns green.',
    price: '0.50',
  })
  await start(asker, id)
  await untilTree(asker, id)

  for (const command of ['start', 'verify', 'worker'] as const) {
    const refused = await runCommand(command, { DATA_DIR: dataDir, PORT: '0' })
    expect(refused.code, refused.output).toBe(1)
    if (command === 'worker') continue
    expect(refused.output).toContain(`is already running on the folder ${dataDir}`)
    expect(refused.output).toContain('DATA_DIR')
  }
  const before = { asker: await walletOf(asker), seller: await walletOf(seller) }
  await first.stop()
  expect(first.faults()).toEqual([])
  const given = await runCommand('operator', { DATA_DIR: dataDir }, 'moderator', seller.handle)
  expect(given.code, given.output).toBe(0)

  const second = await startSite({ dataDir, env })
  const [askerAgain, sellerAgain] = [asker, seller].map((person) =>
    withLogin(person, second.url, person.cookie),
  )
  if (!askerAgain || !sellerAgain) throw new Error('Nobody came back')
  expect({ asker: await walletOf(askerAgain), seller: await walletOf(sellerAgain) }).toEqual(before)
  expect((await askerAgain.api.inspection.tree.query({ rootId: id })).status).toBe('settled')
  expect(await sellerAgain.api.people.me.query()).toMatchObject({ role: 'moderator' })
  const health: unknown = await (await fetch(`${second.url}/api/health`)).json()
  expect(health).toMatchObject({
    status: 'ok',
    database: { kind: 'pglite', ok: true },
    worker: { here: true },
    model: { isBuiltIn: true },
    ledger: { ok: true },
    demo: false,
  })
  await second.stop()

  const books = await runCommand('verify', { DATA_DIR: dataDir })
  expect(books.code, books.output).toBe(0)
  expect(books.output).toMatch(/All \d+ checks passed\. Money may move\./)
  // Two welcomes, and 5 % of one sale.
  expect(await booksOf(dataDir)).toEqual({ fees: '0.025', issuance: '−200.00' })
  await removeDataDir(dataDir)
})

test('a bad setting stops the start with its name', async () => {
  const dataDir = await newDataDir()
  for (const [name, value, says] of [
    ['PORT', 'many', 'PORT: '],
    ['OPENAI_API_KEY', 'a key', 'OPENAI_MODEL: is required'],
    ['WORKER', 'off', 'WORKER: can be off only with DATABASE_URL'],
    ['SEAL_KEYS', 'short', 'SEAL_KEYS: must be'],
  ] as const) {
    const bad = await runCommand('start', { DATA_DIR: dataDir, [name]: value })
    expect(bad.code).toBe(1)
    expect(bad.output).toContain(says)
    expect(bad.output).not.toContain(value === 'a key' ? value : 'at ')
  }
  await removeDataDir(dataDir)
})
