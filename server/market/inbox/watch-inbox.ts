import type { Deps } from '../../deps'
import { occasions } from '../../realtime/occasions'
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
  const topic = inboxTopic(personId)
  for await (const _ of occasions(deps.bus, topic, LOOK_EVERY_MS, signal)) yield { at: deps.clock.now() }
}
