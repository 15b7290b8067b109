import { addressKey } from '@andscene/service-kit/address-key'
import { InFlight } from '@andscene/service-kit/http/in-flight'
import type { Server } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/**
 * Closes, without a response, the connections that one address opens past `limit`, because each costs a file descriptor.
 * Trusted proxies are not limited: they carry everybody's connections.
 */
export function limitConnections(server: Server, limit: number, trustedProxies: readonly string[]): void {
  const proxies = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/')
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const connections = new InFlight({ limit, name: 'connections' })
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || proxies.check(address, familyOf(address))) return
    try {
      socket.once('close', connections.enter(addressKey(address)))
    } catch {
      socket.destroy()
    }
  })
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
