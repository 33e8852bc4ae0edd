import ipaddr from 'ipaddr.js'

type IPv6 = InstanceType<typeof ipaddr.IPv6>

/** The only IPv6 addresses that are allocated for the internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

const ipv4At = (address: IPv6, at: number, mask = 0): string =>
  address
    .toByteArray()
    .slice(at, at + 4)
    .map((byte) => byte ^ mask)
    .join('.')

/** IPv6 ranges that embed an IPv4 address to which a packet may be forwarded. */
const CARRIERS: Readonly<Record<string, (address: IPv6) => readonly string[]>> = {
  ipv4Mapped: (address) => [ipv4At(address, 12)],
  rfc6145: (address) => [ipv4At(address, 12)],
  rfc6052: (address) => [ipv4At(address, 12)],
  '6to4': (address) => [ipv4At(address, 2)],
  // The server, and the client with every bit inverted.
  teredo: (address) => [ipv4At(address, 4), ipv4At(address, 12, 0xff)],
}

/**
 * Checks whether an address belongs to the public internet. False for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') {
    // Forms such as 0177.1 mean different things to different programs.
    return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast'
  }
  const wide = address as IPv6
  if (wide.match(LOCAL_NAT64)) return false
  // This range includes the unspecified address and loopback, which become 0.0.0.0 and 0.0.0.1.
  if (wide.match(IPV4_COMPATIBLE)) return isPublicAddress(ipv4At(wide, 12))
  const carried = CARRIERS[wide.range()]
  if (carried) return carried(wide).every(isPublicAddress)
  return wide.range() === 'unicast' && wide.match(GLOBAL_UNICAST)
}
