import { addressKey } from '@andscene/service-kit/address-key'
import { InFlight } from '@andscene/service-kit/http/in-flight'
import { classOf } from '@andscene/service-kit/wire/request-class'
import type { FastifyInstance } from 'fastify'
import type { Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'

/**
 * An edge that closes finishes the requests that it has, and waits for nothing else: an event stream lasts for minutes and
 * its client asks again, and browsers open connections in advance that they may never use.
 */
export function waitForRequestsOnly(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  const streams = new Set<ServerResponse>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('onRequest', async (request, { raw }) => {
    if (classOf(request) !== 'stream') return
    streams.add(raw)
    raw.once('close', () => streams.delete(raw))
  })
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy()
    // Those that were used and are idle now are closed with the server.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  })
}

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
