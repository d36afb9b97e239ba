import Bowser from 'bowser'
import { cleanLine } from '../shared/text'

/** Of a header that anybody may fill with anything. */
const AGENT_CHARS_MAX = 400
/** Of a browser that the library does not know it takes the first word. */
const NAME_CHARS_MAX = 40

export const UNKNOWN = 'An unknown browser'

/** A browser in words that its owner knows it by, and nothing more exact: "Firefox on Windows". */
export function deviceInWords(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent.slice(0, AGENT_CHARS_MAX))
  const named = cleanLine(browser.name ?? '').slice(0, NAME_CHARS_MAX) || UNKNOWN
  return os.name ? `${named} on ${os.name}` : named
}

/** The first half of an address (`networkOf`) as people know it: enough to see that it is another town's. */
export function placeInWords(network: string | null): string | null {
  if (network === null) return null
  return network.startsWith('127.') || network === '0:0::/32'
    ? 'this machine'
    : network.replace('.0.0/16', '.x.x').replace('::/32', ':…')
}
