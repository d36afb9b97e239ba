import { expect, test, vi } from 'vitest'
import { type Engine, refuseAfterAbort } from './engine-stop'

/** More often than any message needs; PGlite has no such end. */
const CALLS_MAX = 50

/** How PGlite 0.5 calls its engine for a message (`execProtocolRawSync`). */
function send(engine: Engine): void {
  try {
    for (let calls = 0; calls < CALLS_MAX; calls += 1)
      try {
        engine._PostgresMainLoopOnce()
        return
      } catch (thrown) {
        engine.stackRestore(0)
        if (thrown === JUMP) engine._PostgresMainLongJmp()
      }
    throw new Error('it would never end')
  } finally {
    engine._PostgresSendReadyForQueryIfNecessary()
    engine._pgl_pq_flush()
  }
}

const JUMP = { name: 'ExitStatus', status: 100 }

function engineThat(loop: () => void): Engine {
  return {
    _PostgresMainLoopOnce: loop,
    _PostgresMainLongJmp: vi.fn(),
    _PostgresSendReadyForQueryIfNecessary: vi.fn(),
    _pgl_pq_flush: vi.fn(),
    stackRestore: vi.fn(),
  }
}

test('an engine that aborted is asked once, and everybody is told why from then on', () => {
  const loop = vi.fn(() => {
    throw new WebAssembly.RuntimeError('Aborted()')
  })
  const engine = engineThat(loop)
  const stopped = vi.fn(() => new Error('the disk is full'))
  refuseAfterAbort(engine, stopped)
  expect(() => send(engine)).toThrow('the disk is full')
  expect(() => send(engine)).toThrow('the disk is full')
  expect(loop).toHaveBeenCalledOnce()
  expect(stopped).toHaveBeenCalledOnce()
})

test('a statement that failed leaves the engine as it is', () => {
  let calls = 0
  const engine = engineThat(() => {
    calls += 1
    if (calls === 1) throw JUMP
  })
  const { stackRestore, _PostgresMainLongJmp, _pgl_pq_flush } = engine
  refuseAfterAbort(engine, () => new Error('stopped'))
  send(engine)
  expect(calls).toBe(2)
  for (const call of [stackRestore, _PostgresMainLongJmp, _pgl_pq_flush]) expect(call).toHaveBeenCalledOnce()
})
