import { createServer, type Socket } from 'node:net'

/** How the server behaves at the next connection. */
export type Manner = 'kind' | 'refuses' | 'busy' | 'drops' | 'loses-reply' | 'silent'

export type SmtpServer = {
  url: string
  /** Whole messages that were accepted, in order. */
  accepted: { to: string; text: string }[]
  /** One for each connection to come; then kind. */
  manners: Manner[]
  connections: number
  close(): Promise<void>
}

/** The least of a mail server, on loopback. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const state: SmtpServer = { url: '', accepted: [], manners: [], connections: 0, close: async () => {} }
  const server = createServer((socket) => {
    const manner = state.manners.shift() ?? 'kind'
    state.connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (manner === 'silent') return
    let to = ''
    let data: string | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        hear(rest.slice(0, end))
        rest = rest.slice(end + 2)
      }
    })
    function hear(line: string) {
      if (data !== null) {
        if (line !== '.') {
          data += `${line}\n`
          return
        }
        state.accepted.push({ to, text: data })
        data = null
        if (manner === 'loses-reply') socket.destroy()
        else say('250 kept')
      } else if (/^RCPT/i.test(line)) {
        to = line.match(/<(.*)>/)?.[1] ?? ''
        say(
          manner === 'refuses'
            ? '550 no such person: secret@text'
            : manner === 'busy'
              ? '451 later'
              : '250 ok',
        )
      } else if (/^DATA/i.test(line)) {
        if (manner === 'drops') {
          socket.destroy()
          return
        }
        data = ''
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  state.url = `smtp://127.0.0.1:${address.port}`
  state.close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return state
}
