import type { Bus } from './bus'

/**
 * Yields whenever there may be something new under `topic`, until `signal`: at once, at every hint, and `everyMs` after the last look
 * without one, for hints may be lost. Hints that come while a look is taken come as one. It listens before its first look, so nothing
 * falls between.
 */
export async function* occasions(
  bus: Pick<Bus, 'subscribe'>,
  topic: string,
  everyMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<void> {
  let wake: () => void = () => {}
  let hasHint = false
  const stopListening = bus.subscribe(topic, () => {
    hasHint = true
    wake()
  })
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    while (!signal?.aborted) {
      hasHint = false
      yield
      if (hasHint || signal?.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    stopListening()
    signal?.removeEventListener('abort', onAbort)
  }
}
