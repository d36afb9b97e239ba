import { connect, createServer, type Socket } from 'node:net'

/** A network between the market and its database that can fail. */
export interface FaultyNetwork {
  /** Address of the same database through it. */
  url: string
  /** Nothing arrives any more in either direction, and nobody is told. */
  freeze(): void
  /** What was held back arrives. */
  thaw(): void
  /** Breaks every connection. */
  cut(): void
  /** New connections are refused from now on, and those there are break; as when the server is down. */
  stop(): Promise<void>
}

export async function startFaultyNetwork(databaseUrl: string): Promise<FaultyNetwork> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      if (isFrozen) from.pause()
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${address.port}`

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    stop() {
      const stopped = new Promise<void>((resolve) => proxy.close(() => resolve()))
      cut()
      return stopped
    },
  }
}
