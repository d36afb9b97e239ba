import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frameHref, messageOf, stateIn } from './options'

it('names the frame, what it shows and who hears from it', () => {
  const page = 'https://news.example/a?b=1&c=ü#d'
  const href = new URL(
    frameHref('https://market.example', {
      kind: 'thread',
      url: page,
      theme: 'dark',
      host: 'https://news.example',
    }),
  )
  expect(href.pathname).toBe('/embed/thread')
  expect(Object.fromEntries(href.searchParams)).toEqual({
    url: page,
    theme: 'dark',
    host: 'https://news.example',
  })
})

it('hears what a frame says with its own token, and nothing else', () => {
  const state = { questions: 3, open: 1 }
  expect(stateIn(messageOf('12-34', state), '12-34')).toEqual(state)
  expect(stateIn(messageOf('12-34', state), '12-35')).toBeNull()
  expect(stateIn(messageOf('', state), '')).toBeNull()
  fc.assert(fc.property(fc.anything(), (message) => void expect(stateIn(message, '12-34')).toBeNull()))
})
