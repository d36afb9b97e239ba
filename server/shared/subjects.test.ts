import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bySubject, shiftsSubject } from './subjects'

const BREAD =
  'Sourdough bread: a dense crumb comes of cold dough or a weak starter. Let the dough rise at 24 °C until it has grown by half.'
const RINSE =
  'To clean a cast iron pan, rinse it with hot water while it is warm and scrub it with coarse salt. Dry it at once, for it rusts within minutes.'
const OIL =
  'Rub a cast iron pan with a thin layer of oil after each wash. Where rust shows, scrub it to the metal, and bake it in the oven for an hour.'
const NEVER =
  'Never leave it to soak, and keep it out of the dishwasher. A drop of soap does no harm; what harms the seasoning is long cooking of tomatoes and wine.'

describe('where a subject ends', () => {
  it('is between paragraphs that share hardly any words', () => {
    expect(bySubject([BREAD, RINSE, OIL])).toEqual([[BREAD], [RINSE, OIL]])
    expect(bySubject([RINSE, OIL, BREAD])).toEqual([[RINSE, OIL], [BREAD]])
    expect(bySubject([RINSE, BREAD, OIL])).toEqual([[RINSE], [BREAD], [OIL]])
  })

  it('is not before one that points back, nor beside one that says little', () => {
    expect(bySubject([RINSE, OIL, NEVER])).toEqual([[RINSE, OIL, NEVER]])
    expect(bySubject([RINSE, 'Good luck!'])).toEqual([[RINSE, 'Good luck!']])
    expect(bySubject(['Kitchen notes', RINSE])).toEqual([['Kitchen notes', RINSE]])
  })

  it('is not looked for in scripts that have no spaces', () => {
    const noodles = '面条，汤，盐，水，锅，火，蛋，葱，酱油，胡椒。'
    expect(shiftsSubject(RINSE, noodles)).toBe(false)
    expect(shiftsSubject(noodles, '自行车，链条，轮胎，刹车，灯，锁，头盔，座位，油，气。')).toBe(false)
  })

  it('is not told by words that every recipe has, nor by numbers', () => {
    const measures = 'Leave for 30 minutes, half an hour or 2 hours in hot water.'
    expect(shiftsSubject(`${BREAD} ${measures}`, `${RINSE} ${measures}`)).toBe(true)
  })

  it('loses and moves no paragraph, whatever is written', () => {
    const paragraph = fc.oneof(fc.constantFrom(BREAD, RINSE, OIL, NEVER, '', '…'), fc.string(), fc.lorem())
    fc.assert(
      fc.property(fc.array(paragraph), (paragraphs) => {
        expect(bySubject(paragraphs).flat()).toEqual(paragraphs)
        expect(bySubject(paragraphs).every((group) => group.length > 0)).toBe(true)
      }),
    )
  })
})
