import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoopbackServer = {
  port: number
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url: string
  /** Connections that anybody opened, requests or not. */
  connections(): number
  close(): Promise<void>
}

/** A server on loopback that counts who connects; `host` '::' listens on both versions. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<LoopbackServer> {
  let connections = 0
  const server = createServer({ keepAliveTimeout: 1_000 }, answer)
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const bound = (server.address() as AddressInfo).port
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
