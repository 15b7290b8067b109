import { isIPv6 } from 'node:net'

/**
 * The key under which limits count an address: an IPv4 address itself, an IPv6 address by its /64, because one
 * household or server is assigned a /64. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return address
  // The URL parser converts an address to its canonical form.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  // ::ffff:a.b.c.d, in the hexadecimal canonical form.
  if (/^(0,){5}ffff,/.test(groups.join()))
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}
