import { expect, it } from 'vitest'
import { BUILT_IN_AGENT, writtenByAi } from './by-ai'

it('is said of extracts that they are put together, and of what a model wrote that it is written', () => {
  expect(writtenByAi(BUILT_IN_AGENT)).toBe('Put together from extracts by AI, not written (Built-in agent)')
  expect(writtenByAi('Built-in inspector')).toMatch(/^Put together/)
  expect(writtenByAi('gpt-x')).toBe('Written by AI (gpt-x)')
})

it('is said of no extracts where nothing was bought', () => {
  expect(writtenByAi(BUILT_IN_AGENT, 0)).toBe('Written by AI (Built-in agent)')
})
