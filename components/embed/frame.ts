import { messageOf } from '@/components/embed/options'

/** Runs in a frame of ours, as `/embed-frame.js`: keeps it up to date, and tells the page around it how much stands there. */

/** While something may change. */
const MOVING_POLL_MS = 3_000
/** Otherwise somebody may still ask something new. */
const RESTING_POLL_MS = 60_000

const token = location.hash.slice(1)

function tell(): void {
  const { host, questions, open } = document.querySelector('main')?.dataset ?? {}
  if (host && token !== '' && window.parent !== window)
    window.parent.postMessage(messageOf(token, { questions: Number(questions), open: Number(open) }), host)
}

async function refresh(): Promise<void> {
  const address = new URL(location.href)
  address.hash = ''
  address.searchParams.set('part', 'main')
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) return
  const now = document.querySelector('main')
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
  if (!now || !next || now.outerHTML === next.outerHTML) return
  // What has the reader's focus keeps it, where it is still there.
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.id : ''
  const { scrollTop } = document.documentElement
  now.replaceWith(document.adoptNode(next))
  document.documentElement.scrollTop = scrollTop
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true })
  tell()
}

function poll(): void {
  const isMoving = Number(document.querySelector('main')?.dataset.open) > 0
  setTimeout(
    () => {
      const work = document.visibilityState === 'visible' ? refresh() : Promise.resolve()
      // A market that cannot be reached is asked again.
      void work.catch(() => undefined).finally(poll)
    },
    isMoving ? MOVING_POLL_MS : RESTING_POLL_MS,
  )
}

tell()
poll()
