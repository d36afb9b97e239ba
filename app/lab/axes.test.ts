import { expect, it } from 'vitest'
import type { Published } from '@/server/lab/experiment'
import { axesOf, pointsAt, publishedAt } from './axes'

const metrics = {}
const points = [
  { values: { k: 0, ties: 'first', days: 365 }, metrics },
  { values: { k: 0, ties: 'random', days: 365 }, metrics },
  { values: { k: 5, ties: 'first', days: 365 }, metrics },
]
const published: Published[] = [
  { at: { k: 0 }, metric: 'share', value: 0.5, by: 'a model', source: 'Fig 1' },
  { at: { k: 5, ties: 'first' }, metric: 'share', value: [0.6, 0.8], by: 'a model', source: 'Fig 1' },
]

it('draws along what differs between points, and nothing else', () => {
  expect(axesOf(points)).toEqual([
    { name: 'k', values: [0, 5] },
    { name: 'ties', values: ['first', 'random'] },
  ])
  expect(axesOf(points.slice(0, 1))).toEqual([])
})

it('keeps the points that agree with what is chosen', () => {
  expect(pointsAt(points, { ties: 'first' })).toHaveLength(2)
})

it('puts a published figure at every point that it is about', () => {
  const at = (i: number) => publishedAt(published, 'share', points[i]?.values ?? {})
  expect([at(0).length, at(1).length, at(2).length]).toEqual([1, 1, 1])
  expect(publishedAt(published, 'other', points[0]?.values ?? {})).toEqual([])
})
