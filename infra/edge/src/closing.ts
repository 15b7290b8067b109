import { classOf } from '@andscene/service-kit/wire/request-class'
import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
