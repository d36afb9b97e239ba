import type { Deps } from '../../deps'
import { inboxTopic } from './topic'

/** Some changes send no hint: a question expires by itself, a hint may be lost. */
const LOOK_EVERY_MS = 60_000

/**
 * Yields whenever this person's inbox may have changed, until `signal`: at once, at every hint and once a minute. It says
 * only that; what changed is asked for anew.
 */
export async function* watchInbox(
  deps: Pick<Deps, 'bus' | 'clock'>,
  personId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ at: Date }> {
  let wake: () => void = () => {}
  let hasHint = true
  const stopListening = deps.bus.subscribe(inboxTopic(personId), () => {
    hasHint = true
    wake()
  })
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    while (!signal?.aborted) {
      hasHint = false
      yield { at: deps.clock.now() }
      if (hasHint || signal?.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS)
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
