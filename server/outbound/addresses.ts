import ipaddr from 'ipaddr.js'

/** Public by their numbers, yet they lead into a provider's own network: Azure's metadata server. */
const INNER_V4 = [['168.63.129.16', 32]] as const
/** Of the documentation (RFC 9637), which lies among the global addresses. */
const INNER_V6 = [['3fff::', 20]] as const
/** All that is given out for the internet; the rest is reserved, whatever it may once be for. */
const GLOBAL_V6 = ['2000::', 3] as const
/** Where an IPv6 address ends in an IPv4 address. */
const V4_BYTES = 4

/**
 * Whether an address is one of the public internet. Refused are loopback, private, link-local, carrier-grade NAT, metadata,
 * multicast and reserved addresses, of both versions. An IPv4 address inside an IPv6 one (mapped, NAT64) is judged as what it
 * leads to; tunnels that nobody needs any more (6to4, Teredo) are refused. Source: reliability, W9.
 *
 * `address` is a literal as the resolver or a socket writes it; anything else is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv4 ? isPublicV4(parsed) : isPublicV6(parsed)
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return (
    address.range() === 'unicast' &&
    !INNER_V4.some(([base, bits]) => address.match(ipaddr.IPv4.parse(base), bits))
  )
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.zoneId) return false
  const range = address.range()
  if (range === 'ipv4Mapped' || isNat64(address)) {
    return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(-V4_BYTES)))
  }
  const [base, bits] = GLOBAL_V6
  return (
    range === 'unicast' &&
    address.match(ipaddr.IPv6.parse(base), bits) &&
    !INNER_V6.some(([inner, length]) => address.match(ipaddr.IPv6.parse(inner), length))
  )
}

/** The prefix that every network translates alike; others are a network's own and lead anywhere. */
function isNat64(address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parse('64:ff9b::'), 96)
}
