import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dayAsTyped, dayOf, momentAsTyped, momentOf } from '@/components/form/typed-moment'

it.each([
  ['2031-03-01', '2031-03-01'],
  [' 2031-3-1 ', '2031-03-01'],
  ['2028-02-29', '2028-02-29'],
])('reads %j as that day in UTC', (typed, day) => {
  expect(dayOf(typed)).toEqual(new Date(`${day}T00:00:00Z`))
  expect(dayAsTyped(dayOf(typed))).toBe(day)
})

it.each(['', '03/01/2031', '1.3.2031', '2031-13-01', '2031-02-29', '2031-03', 'soon'])(
  'reads no day in %j',
  (typed) => {
    expect(dayOf(typed)).toBeNull()
  },
)

it('reads a moment in the reader’s own zone, and writes it the same way', () => {
  const at = new Date(2031, 2, 1, 14, 30)
  for (const typed of ['2031-03-01 14:30', '2031-03-01T14:30', ' 2031-3-1  14:30 '])
    expect(momentOf(typed)).toEqual(at)
  expect(momentAsTyped(at)).toBe('2031-03-01 14:30')
})

it.each(['', '2031-03-01', '2031-03-01 24:00', '2031-03-01 10:60', '2031-02-30 10:00', '3/1/2031 10:00'])(
  'reads no moment in %j',
  (typed) => {
    expect(momentOf(typed).getTime()).toBeNaN()
  },
)

it('leaves no date to the browser, which writes the month first for some', () => {
  const own = globSync('{app,components}/**/*.tsx').filter((file) =>
    /type="(?:date|datetime-local|month|week)"/.test(readFileSync(file, 'utf8')),
  )
  expect(own).toEqual([])
})
