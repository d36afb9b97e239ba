import { NextRequest } from 'next/server'
import { afterEach, expect, it, vi } from 'vitest'
import { EMBED_KINDS } from './components/embed/options'
import { config, proxy } from './proxy'

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

it('lets no site put a page of ours into a frame, and leaves what is made for frames to its own policy', () => {
  const policy = proxy(new NextRequest('http://market.example/ask')).headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'none'")
  const covers = (path: string) => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path))
  const pages = ['/', '/ask', '/pages', '/embed', '/embedded', '/questions/bc_1']
  const missing = ['/embed/x', '/embed/x/y', '/embed/thread/y', '/embed/threads', '/embed/..;/wallet']
  expect([...pages, ...missing].filter((path) => !covers(path))).toEqual([])
  expect(EMBED_KINDS.filter((kind) => covers(`/embed/${kind}`))).toEqual([])
})
