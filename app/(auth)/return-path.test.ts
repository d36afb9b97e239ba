import { describe, expect, it } from 'vitest'
import { returnPath, withReturnPath } from './return-path'

describe('returnPath', () => {
  it('keeps pages of ours, with what follows the path', () => {
    expect(returnPath('/questions/bc_1?tab=offers#top')).toBe('/questions/bc_1?tab=offers#top')
  })

  it('sends nobody to another site', () => {
    for (const elsewhere of [
      'https://evil.test/',
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      'javascript:alert(1)',
      'evil.test',
      '',
    ]) {
      expect(returnPath(elsewhere)).toBe('/')
    }
    expect(returnPath(undefined)).toBe('/')
    expect(returnPath(['/a', '/b'])).toBe('/')
  })

  it('is handed on between signing in and registering', () => {
    expect(
      returnPath(
        new URL(withReturnPath('/register', '/ask?x=1&y=2'), 'http://a').searchParams.get('callbackUrl') ??
          '',
      ),
    ).toBe('/ask?x=1&y=2')
    expect(withReturnPath('/sign-in', '/')).toBe('/sign-in')
  })
})
