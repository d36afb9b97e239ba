import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './addresses'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Raised instead of a connection; the one failure that says the address itself is at fault. */
export class AddressRefused extends Error {
  constructor() {
    super('This address is not public')
    this.name = 'AddressRefused'
  }
}

const CONNECT_TIMEOUT_MS = 5_000

export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/**
 * Connects to public addresses only. A literal is checked as it is. Of a name all addresses are checked in the very lookup
 * that the socket connects by, so what is checked is what is connected to, and a name that has one address inside is refused
 * whole. After the connect the socket says where it ended, and is asked too.
 */
export function guardedConnector(resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    lookup: guardedLookup(resolve),
  })
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {
      callback(new AddressRefused(), null)
      return
    }
    connect(options, (...[error, socket]) => {
      if (error) {
        callback(error, null)
      } else if (!isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy()
        callback(new AddressRefused(), null)
      } else {
        callback(null, socket)
      }
    })
  }
}

function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname: string, options: LookupOptions, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new AddressRefused(), '', 0)
        } else if (options.all) {
          callback(null, addresses)
        } else {
          callback(null, first.address, first.family)
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}
