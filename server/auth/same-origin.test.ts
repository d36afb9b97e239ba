import { describe, expect, it } from 'vitest'
import { isJson, isSameOrigin } from './same-origin'

const headers = (entries: Record<string, string>) => new Headers(entries)

describe('isSameOrigin', () => {
  it('believes what the browser says of the page', () => {
    expect(isSameOrigin(headers({ 'sec-fetch-site': 'same-origin' }))).toBe(true)
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      expect(
        isSameOrigin(headers({ 'sec-fetch-site': site, origin: 'http://market.test', host: 'market.test' })),
      ).toBe(false)
    }
  })

  it('compares the origin of browsers that say nothing of the page', () => {
    const host = { host: 'market.test:3000' }
    expect(isSameOrigin(headers({ ...host, origin: 'http://market.test:3000' }))).toBe(true)
    expect(isSameOrigin(headers({ ...host, origin: 'http://market.test' }))).toBe(false)
    expect(isSameOrigin(headers({ ...host, origin: 'http://market.test:3000.evil.test' }))).toBe(false)
    expect(isSameOrigin(headers({ ...host, origin: 'null' }))).toBe(false)
  })

  it('goes by the configured address when there is one', () => {
    const behindProxy = { host: 'internal:3000', origin: 'https://market.example' }
    expect(isSameOrigin(headers(behindProxy), 'https://market.example')).toBe(true)
    expect(
      isSameOrigin(headers({ host: 'evil.test', origin: 'https://evil.test' }), 'https://market.example'),
    ).toBe(false)
  })

  it('refuses who says nothing at all', () => {
    expect(isSameOrigin(headers({ host: 'market.test' }))).toBe(false)
  })
})

describe('isJson', () => {
  it('takes JSON only', () => {
    expect(isJson(headers({ 'content-type': 'application/json; charset=utf-8' }))).toBe(true)
    expect(isJson(headers({ 'content-type': 'text/plain;application/json' }))).toBe(false)
    expect(isJson(headers({}))).toBe(false)
  })
})
