import { isIPv6, SocketAddress } from 'node:net'

/**
 * What limits count a client address by: an IPv4 address as it is, an IPv6 address by its /64 (whoever has one address of
 * it has them all). An IPv4 address in its IPv6 form (`::ffff:192.0.2.1`) is the IPv4 address. What is no address is taken
 * as it is.
 */
export function addressKey(ip: string): string {
  const address = ip.split('%', 1)[0] ?? ip
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The one form that Node writes: lower case, compressed, an IPv4 tail only where one is usual.
  const { address: written } = new SocketAddress({ address, family: 'ipv6' })
  const [head = '', tail] = written.split('::', 2)
  const left = parse(head)
  const right = parse(tail ?? '')
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

const parse = (text: string): number[] =>
  text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)]
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
      return [(a << 8) | b, (c << 8) | d]
    })
