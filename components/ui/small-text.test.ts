import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Of 16 pixels: `text-xs`. */
const REM_MIN = 0.75

it('no text of a page is written smaller than 12 pixels, initials of people included', () => {
  const small = ['app', 'components'].flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx$/.test(file))
      .flatMap((file) =>
        [...readFileSync(path.join(ROOT, room, file), 'utf8').matchAll(/text-\[([\d.]+)rem\]/g)]
          .filter(([, size]) => Number(size) < REM_MIN)
          .map(([found]) => `${file}: ${found}`),
      ),
  )
  expect(small).toEqual([])
})
