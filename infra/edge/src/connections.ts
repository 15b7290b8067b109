import { addressKey } from '@andscene/service-kit/address-key'
import { InFlight } from '@andscene/service-kit/http/in-flight'
import { classOf } from '@andscene/service-kit/wire/request-class'
import type { FastifyInstance } from 'fastify'
import type { Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'

/**
 * Makes a closing server wait only for requests in progress: event streams last for minutes and their clients
 * reconnect, and browsers open connections in advance that they may never use.
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
    // Used connections that are idle now are closed by the server.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  })
}

/**
 * Closes connections of one address beyond `limit` without a response, because each uses a file descriptor. Trusted
 * proxies are exempt: they carry connections of all clients.
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
