import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire between a browser and the market that a test can cut. */
export type Line = {
  url: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

export async function lineTo(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      endAll()
    },
    restore() {
      isCut = false
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
