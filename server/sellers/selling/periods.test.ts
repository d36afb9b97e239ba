import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHART_UNITS } from '../../contract/selling'
import { DAY_MS, periodOf, periodsBetween, unitFor } from './periods'

const moment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('periods', () => {
  it('leave no gap, and every moment lies in one of them', () => {
    fc.assert(
      fc.property(moment, moment, moment, fc.constantFrom(...CHART_UNITS), (a, b, c, unit) => {
        const [from, within, last] = [a, b, c].sort((x, y) => x.getTime() - y.getTime())
        if (!from || !within || !last) return
        const starts = periodsBetween(from, last, unit)
        expect(starts).toContain(periodOf(within, unit))
        expect(new Set(starts).size).toBe(starts.length)
        for (const start of starts) expect(periodOf(new Date(`${start}T00:00:00Z`), unit)).toBe(start)
      }),
    )
  })

  it('are few enough for a chart, unless somebody has sold for decades', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 3_000 }), (from, days) => {
        const last = new Date(from.getTime() + days * DAY_MS)
        expect(periodsBetween(from, last, unitFor(from, last)).length).toBeLessThanOrEqual(101)
      }),
    )
  })

  it('begin weeks on Monday and months on their first day', () => {
    const sunday = new Date('2026-03-01T23:59:59Z')
    expect(periodOf(sunday, 'week')).toBe('2026-02-23')
    expect(periodOf(sunday, 'month')).toBe('2026-03-01')
    expect(periodOf(sunday, 'day')).toBe('2026-03-01')
  })
})
