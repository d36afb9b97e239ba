import { expect, test } from 'vitest'
import { type OneAtATime, takeTurns } from './turns'

/** Runs what it is given one after the other, without a turn of the event loop in between. */
function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return {
    _runExclusiveQuery(work) {
      const mine = last.then(work)
      last = mine
      return mine
    },
  }
}

test('between statements that take long, everything else has its turn, and their order stays', async () => {
  let time = 0
  const database = oneAtATime()
  takeTurns(database, () => time)
  const order: (number | 'turn')[] = []
  const other = () => {
    order.push('turn')
    if (order.length < 30) setImmediate(other)
  }
  setImmediate(other)
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      database._runExclusiveQuery(async () => {
        time += 5
        order.push(index)
      }),
    ),
  )
  expect(order.filter((each) => each !== 'turn')).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  // 8 statements of 5 ms are four turns of 10 ms, with three between them.
  expect(order.slice(0, order.indexOf(7)).filter((each) => each === 'turn')).toHaveLength(3)
})
