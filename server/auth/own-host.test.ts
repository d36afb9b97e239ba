import { expect, it } from 'vitest'
import { isOwnHost } from './own-host'

const asked = (host: string, more: Record<string, string> = {}) => new Headers({ host, ...more })

it.each([
  'localhost:3000',
  'LOCALHOST',
  'market.localhost:3000',
  '127.0.0.1:3000',
  '192.168.1.5',
  '[::1]:3000',
  '[fd00::5]',
])('people sign in at %s without APP_URL', (host) => {
  expect(isOwnHost(asked(host))).toBe(true)
})

it.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'nas',
  'user@localhost',
  'localhost/@evil.example',
  'evil.example?localhost',
  'evil.example#.localhost',
  '127.0.0.1.evil.example',
  '',
])('nobody signs in at %j, which others can lead here, unless the operator says so', (host) => {
  expect(isOwnHost(asked(host))).toBe(false)
  expect(isOwnHost(asked(host), 'https://market.example')).toBe(true)
})

it('what a proxy was asked for counts before what it asks for', () => {
  expect(isOwnHost(asked('127.0.0.1:3000', { 'x-forwarded-host': 'evil.example' }))).toBe(false)
})
