import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses'
import { guardedConnector, type Resolve } from './connector'
import { createOutbound, type Outbound } from './outbound'
import { type LoopbackServer, listen } from './testing'

/**
 * Every form in which an address of this machine, of a private network or of a provider's metadata can be written, against
 * real listeners: what the guard lets through would be counted there.
 */

/** One of each kind that must not be reached. The first ones lead to the listeners. */
const INNER_V4 = [
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
]

const INNER_V6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd12:3456:789a::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:db8::1',
  '2001:2::1',
  '2001:10::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '3fff::1',
  '4000::1',
  '5f00::1',
]

const numbersOf = (address: string) => address.split('.').map(Number)
const dwordOf = (address: string) => numbersOf(address).reduce((sum, part) => sum * 256 + part, 0)
const hexOf = (part: number, digits = 2) => part.toString(16).padStart(digits, '0')

/** IPv4 as browsers and libraries have come to read it. */
function formsOfV4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(address)
  const dword = dwordOf(address)
  return [
    address,
    `${address}.`,
    String(dword),
    `0x${hexOf(dword, 8)}`,
    `0${dword.toString(8)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `0x${hexOf(a)}.0x${hexOf(b)}.0x${hexOf(c)}.0x${hexOf(d)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    address.replaceAll('.', '%2e'),
    [...address]
      .map((char) => (/\d/.test(char) ? String.fromCodePoint(0xff10 + Number(char)) : char))
      .join(''),
    address.replaceAll('.', '。'),
  ]
}

/** The same inside IPv6: mapped, compatible, translated, NAT64 of both prefixes, 6to4, ISATAP. */
function formsInV6(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(address)
  const high = hexOf(a * 256 + b, 1)
  const low = hexOf(c * 256 + d, 1)
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::`,
    `fe80::5efe:${high}:${low}`,
  ]
}

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'printer.local',
  'metadata.google.internal',
  'metadata.google.internal.',
  'nas.lan',
  'router.home.arpa',
  'intranet',
  'metadata',
  'ⓛocalhost',
]

let listeners: LoopbackServer[]
let guarded: Outbound
let port: number
/** Every name leads here, whatever it is. */
let addresses: { address: string; family: number }[] = [{ address: '127.0.0.1', family: 4 }]
let lookups = 0
const resolve: Resolve = async () => {
  lookups += 1
  return addresses
}

beforeAll(async () => {
  const first = await listen((_request, response) => response.end('inside'), { host: '0.0.0.0' })
  port = first.port
  const second = await listen((_request, response) => response.end('inside'), { host: '::1', port })
  listeners = [first, second]
  // The port is let through, so that what refuses is the address.
  guarded = createOutbound({ allowsPrivate: false, resolve, ports: [String(port)] })
})
afterAll(async () => {
  await guarded.close()
  await Promise.all(listeners.map((listener) => listener.close()))
})

const connections = () => listeners.reduce((sum, listener) => sum + listener.connections(), 0)
const call = (outbound: Outbound, url: string) =>
  outbound.exchange({ url, method: 'GET', headers: {}, timeoutMs: 3_000, replyBytesMax: 1_000 })

const HOSTS = [
  ...INNER_V4.flatMap((address) => formsOfV4(address)),
  ...INNER_V4.flatMap((address) => formsInV6(address).map((form) => `[${form}]`)),
  ...INNER_V6.map((address) => `[${address}]`),
  ...NAMES,
]
const TRICKS = (at: number) => [
  `https://public.example@127.0.0.1:${at}/`,
  `https://public.example:443@127.0.0.1:${at}/`,
  `https://127.0.0.1:${at}#@public.example/`,
  `https://127.0.0.1:${at}\\@public.example/`,
  `https://public.example%40127.0.0.1:${at}/`,
  `https:127.0.0.1:${at}`,
  `https:\\\\127.0.0.1:${at}`,
  ` https://127.0.0.1:${at}/`,
  `ht\ntps://127.0.0.1:${at}/`,
  `https://[::1%25lo]:${at}/`,
  `https://[fe80::1%25eth0]:${at}/`,
  `https://[::1%lo]:${at}/`,
  `http://127.0.0.1:${at}/`,
  `ftp://127.0.0.1:${at}/`,
  `file:///etc/passwd`,
  `data:text/plain,inside`,
  `//127.0.0.1:${at}/`,
  '',
]

describe('the outbound guard', () => {
  it('opens no connection for any form of an inner address', async () => {
    const urls = [...HOSTS.map((host) => `https://${host}:${port}/`), ...TRICKS(port)]
    expect(new Set(urls).size).toBeGreaterThan(500)
    const before = connections()
    const results = await Promise.all(urls.map(async (url) => ({ url, result: await call(guarded, url) })))
    expect(
      results.filter(({ result }) => result.ok || result.failure !== 'address-refused').map(({ url }) => url),
    ).toEqual([])
    expect(connections() - before).toBe(0)
  })

  it('asks the name where it connects: no name leads to an inner address, whatever it looks like', async () => {
    const before = connections()
    const literals = [...INNER_V4, ...INNER_V6, ...INNER_V4.flatMap((address) => formsInV6(address))]
    for (const address of literals) {
      addresses = [{ address, family: address.includes(':') ? 6 : 4 }]
      expect(await call(guarded, `https://public.example:${port}/`)).toEqual({
        ok: false,
        failure: 'address-refused',
      })
    }
    expect(connections() - before).toBe(0)
  })

  it('refuses a name that has an inner address among public ones', async () => {
    const before = connections()
    addresses = [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await call(guarded, `https://rebind.example:${port}/`)).toMatchObject({
      failure: 'address-refused',
    })
    expect(connections() - before).toBe(0)
  })

  it('looks a name up once for each connection, so there is no second answer to connect to', async () => {
    addresses = [{ address: '127.0.0.1', family: 4 }]
    const before = lookups
    await call(guarded, `https://rebind.example:${port}/`)
    expect(lookups - before).toBe(1)
  })

  it('holds below the text of the address as well: the connector alone refuses literals and names', async () => {
    const agent = new Agent({ connect: guardedConnector(resolve) })
    addresses = [{ address: '::1', family: 6 }]
    const before = connections()
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'public.example']) {
      await expect(request(`http://${host}:${port}/`, { dispatcher: agent })).rejects.toThrow('not public')
    }
    expect(connections() - before).toBe(0)
    await agent.destroy()
  })

  it('refuses ports that are not those of web servers', () => {
    const outbound = createOutbound({ allowsPrivate: false })
    expect(outbound.allows('https://public.example/')).toBe(true)
    expect(outbound.allows('https://public.example:443/')).toBe(true)
    expect(outbound.allows('https://public.example:8443/')).toBe(true)
    for (const other of [22, 25, 80, 5432, 6379, 9200, 11211])
      expect(outbound.allows(`https://public.example:${other}/`)).toBe(false)
  })

  it('lets public addresses through, and those that lead to them', () => {
    const open = ['1.1.1.1', '93.184.215.14', '172.15.0.1', '172.32.0.1', '100.128.0.1', '223.255.255.255']
    const open6 = ['2606:4700::1111', '2a00:1450:4001::1', '::ffff:1.1.1.1', '64:ff9b::101:101']
    for (const address of [...open, ...open6])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
  })

  it('reaches the listeners with the development switch: they do count', async () => {
    const outbound = createOutbound({ allowsPrivate: true })
    const before = connections()
    for (const host of ['127.0.0.1', '2130706433', 'localhost', '[::1]']) {
      const result = await call(outbound, `http://${host}:${port}/`)
      expect(result).toMatchObject({ ok: true, status: 200 })
    }
    expect(connections() - before).toBeGreaterThanOrEqual(3)
    expect(await call(outbound, `http://user@127.0.0.1:${port}/`)).toMatchObject({
      failure: 'address-refused',
    })
    await outbound.close()
  })
})
