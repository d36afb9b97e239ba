import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { callerAddress, nameCallers, networkOf } from './caller-address'

const SOCKET = '203.0.113.9'

describe('the address of a caller', () => {
  it.each([
    ['without a proxy is the socket’s, whatever was written', 0, '198.51.100.1, 10.0.0.1', SOCKET],
    ['behind one is what that one saw', 1, '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['behind two is what the outer one saw', 2, '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['is the socket’s when somebody came round the proxies', 2, undefined, SOCKET],
    ['is the socket’s when a proxy wrote no address', 1, 'unknown', SOCKET],
  ])('%s', (_, proxies, forwarded, address) => {
    expect(callerAddress({ forwarded, socket: SOCKET, proxies })).toBe(address)
  })

  it('is counted by /64, and IPv4 in IPv6 as IPv4', () => {
    const of = (socket: string) => callerAddress({ forwarded: undefined, socket, proxies: 0 })
    expect(of('2001:db8:1:2:3:4:5:6')).toBe(of('2001:db8:1:2:ffff::1'))
    expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'))
    expect(of('::ffff:203.0.113.9')).toBe(SOCKET)
  })
})

it('is written into every request before it is handled', async () => {
  nameCallers(0)
  const server = createServer((request, response) => response.end(JSON.stringify(request.headers)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    headers: {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    },
  })
  const headers = (await answer.json()) as Record<string, string>
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers).not.toHaveProperty('x-forwarded-host')
  expect(headers).not.toHaveProperty('x-forwarded-proto')
  server.close()
})

describe('the network of a caller', () => {
  it('is the first half of an IPv4 address, the first quarter of an IPv6 one, and of anything else nothing', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.0.0/16')
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.0.0/16')
    expect(networkOf('2001:db8:1:2::')).toBe('2001:db8::/32')
    expect(networkOf('unknown')).toBeNull()
  })
})
