import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** What stands only inside of `ApiLayout`. */
const ASKS = /from '(?:@\/app\/trpc|@\/app\/following\/follow-button|@tanstack\/react-query|nuqs)'/
/** Their pages put the layout around the parts that ask, and those are fetched when they are wanted. */
const AROUND_PARTS = ['following', 'home', 'questions']

it('every folder whose pages ask the server again has the layout for it', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((one) => one.isDirectory())
  const asking = folders.filter(({ name }) => {
    const folder = path.join(import.meta.dirname, name)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .some((file) => ASKS.test(readFileSync(path.join(folder, file), 'utf8')))
  })
  const without = asking.filter(({ name }) => {
    const layout = path.join(import.meta.dirname, name, 'layout.tsx')
    return !existsSync(layout) || !readFileSync(layout, 'utf8').includes('ApiLayout as default')
  })
  expect(without.map(({ name }) => name).sort()).toEqual(AROUND_PARTS)
})
