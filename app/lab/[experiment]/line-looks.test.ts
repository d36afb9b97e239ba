import { expect, it } from 'vitest'
import { lineLook } from '@/app/lab/[experiment]/line-looks'

it('draws no two lines of a chart alike', () => {
  const looks = Array.from({ length: 36 }, (_, place) => JSON.stringify(lineLook(place)))
  expect(new Set(looks).size).toBe(36)
})
