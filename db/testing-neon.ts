import { connect } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { neonConfig } from '@neondatabase/serverless'
import { createWebSocketStream, WebSocketServer } from 'ws'

/** A server that speaks as Neon does, over a Postgres of this machine. */
export interface NeonProxy {
  /** Breaks every connection, as a network does. */
  breakAll(): void
  close(): void
}

/**
 * Starts Neon's side of the driver: each WebSocket is a TCP connection to the address it asks for. From then on Neon's driver goes
 * through it.
 *
 * @param delayMs What each message from the client waits, as across a network: a round trip takes that much longer.
 */
export async function startNeonProxy(delayMs = 0): Promise<NeonProxy> {
  const proxy = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  proxy.on('connection', (socket, request) => {
    const [host, port] = (new URL(request.url ?? '', 'ws://proxy').searchParams.get('address') ?? '').split(
      ':',
    )
    const stream = createWebSocketStream(socket)
    const postgres = connect({ port: Number(port), host, noDelay: true })
    const toPostgres = delayMs > 0 ? stream.pipe(delayed(delayMs)) : stream
    toPostgres.pipe(postgres).pipe(stream)
    stream.on('error', () => postgres.destroy())
    postgres.on('error', () => socket.terminate())
  })
  await new Promise((resolve) => proxy.once('listening', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  neonConfig.wsProxy = (host, port) => `127.0.0.1:${address.port}/?address=${host}:${port}`
  neonConfig.useSecureWebSocket = false
  neonConfig.pipelineTLS = false
  neonConfig.pipelineConnect = false
  return {
    breakAll() {
      for (const socket of proxy.clients) socket.terminate()
    },
    close: () => proxy.close(),
  }
}

function delayed(ms: number): Transform {
  return new Transform({
    async transform(chunk, _encoding, done) {
      await sleep(ms)
      done(null, chunk)
    },
  })
}
