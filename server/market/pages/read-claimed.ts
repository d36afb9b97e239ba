import type { Deps } from '../../deps'
import { underLease } from '../../jobs/lease'
import type { PageReading } from '../../pages/reader'

/** A page at which the process died so often is what it dies of. */
const TRIES_MAX = 3

/**
 * Reads a page that is claimed here for the `tries`-th time; `renew` prolongs the claim and says whether it is still ours. Null where the reading was
 * cut short: somebody else takes it up.
 */
export async function readClaimed(
  deps: Pick<Deps, 'pages' | 'clock' | 'log'>,
  { url, tries, renew }: { url: string; tries: number; renew: () => Promise<boolean> },
  stopped: AbortSignal,
): Promise<PageReading | null> {
  const { pages } = deps
  if (tries > TRIES_MAX) return { ok: false, failure: 'unreadable' }
  if (pages === null) return { ok: false, failure: 'switched-off' }
  const reading = await underLease(deps, renew, (lost) => pages.read(url, AbortSignal.any([stopped, lost])))
  return stopped.aborted ? null : reading
}
