/** What is used of PGlite's engine, the compiled Postgres; its driver reads these anew for each call. */
export interface Engine {
  _PostgresMainLoopOnce(): void
  _PostgresMainLongJmp(): void
  _PostgresSendReadyForQueryIfNecessary(): void
  _pgl_pq_flush(): void
  stackRestore(pointer: number): void
}

/** The engine is gone, as after an assertion or a PANIC; a jump inside of it, by which Postgres leaves a failed statement, is not that. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof WebAssembly.RuntimeError
}

/**
 * Has an engine that aborted refuse everything, each call with what `stopped` gave at the abort.
 *
 * PGlite swallows the abort and calls the engine again until it has read the message, which it never does: the process would stand still
 * for ever, its timers and signals too. The driver's loop is left by the one call that it makes outside of its own `try`.
 */
export function refuseAfterAbort(engine: Engine, stopped: (abort: unknown) => Error): void {
  let reason: Error | undefined
  const guarded = (call: () => void) => () => {
    if (reason) throw reason
    try {
      call()
    } catch (thrown) {
      if (isAbort(thrown)) {
        reason = stopped(thrown)
        throw reason
      }
      throw thrown
    }
  }
  const unlessStopped = (call: () => void) => () => {
    if (!reason) guarded(call)()
  }
  const { stackRestore } = engine
  engine._PostgresMainLoopOnce = guarded(engine._PostgresMainLoopOnce)
  engine._PostgresMainLongJmp = guarded(engine._PostgresMainLongJmp)
  // Called on the way out, where an error of theirs would hide the reason.
  engine._PostgresSendReadyForQueryIfNecessary = unlessStopped(engine._PostgresSendReadyForQueryIfNecessary)
  engine._pgl_pq_flush = unlessStopped(engine._pgl_pq_flush)
  engine.stackRestore = (pointer) => {
    if (reason) throw reason
    stackRestore(pointer)
  }
}
