import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server behind the one under test whose every response is a stream of events that the test sends one by one. Emits
 * `opened` with the stream, and `left` when its client has gone.
 */
export async function eventServer() {
  const events = new EventEmitter()
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':\n\n')
    response.once('close', () => events.emit('left'))
    events.emit('opened', response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next stream that is opened. */
    opened: async (): Promise<ServerResponse> => (await once(events, 'opened'))[0] as ServerResponse,
    left: () => once(events, 'left'),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
