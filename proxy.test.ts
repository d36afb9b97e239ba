import { NextRequest } from 'next/server'
import { afterEach, expect, it, vi } from 'vitest'
import { proxy } from './proxy'

const headerOf = (headers: Record<string, string>) =>
  proxy(new NextRequest('http://market.example/', { headers })).headers.get('strict-transport-security')

afterEach(() => vi.unstubAllEnvs())

it('tells browsers to come by https only where they came by it', () => {
  expect(headerOf({ 'x-forwarded-proto': 'https' })).toBe('max-age=63072000')
  expect(headerOf({ 'x-forwarded-proto': 'http' })).toBeNull()
  expect(headerOf({})).toBeNull()
  vi.stubEnv('APP_URL', 'https://market.example')
  expect(headerOf({})).toBe('max-age=63072000')
})
