import { isTrackedEnvelope } from '@trpc/server'
import { problemOf } from './problem'
import { encode } from './wire'

/** Proxies close a silent connection after 60 s or less. */
const PING_MS = 15_000
/** Then a client connects again by itself, with its key checked anew and from the event it saw last. */
const LIFE_MS = 5 * 60_000
/** A browser tries again after this long. */
const RETRY_MS = 2_000

/** Server-sent events of what a procedure yields. A client that comes back with `Last-Event-ID` goes on after that one. */
export function eventStream(
  heard: AsyncIterable<unknown>,
  stop: AbortController,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const timers: NodeJS.Timeout[] = []
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => {
        if (!stop.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      send(`retry: ${RETRY_MS}\n\n`)
      const end = () => {
        if (stop.signal.aborted) return
        stop.abort()
        timers.forEach(clearInterval)
        controller.close()
      }
      timers.push(
        setInterval(() => send(': still here\n\n'), PING_MS),
        setTimeout(end, LIFE_MS),
      )
      void passOn(heard, send).then(end)
    },
    cancel() {
      timers.forEach(clearInterval)
      stop.abort()
    },
  })
}

async function passOn(heard: AsyncIterable<unknown>, send: (text: string) => void): Promise<void> {
  try {
    for await (const value of heard) {
      const [id, data] = isTrackedEnvelope(value) ? [`id: ${value[0]}\n`, value[1]] : ['', value]
      send(`${id}data: ${JSON.stringify(encode(data))}\n\n`)
    }
  } catch (error) {
    send(`event: problem\ndata: ${JSON.stringify(problemOf(error))}\n\n`)
  }
}
