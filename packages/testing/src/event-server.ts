import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { listening } from './listening.ts'

/** A server behind the one under test whose every response is a stream of events that the test sends one by one. */
export async function eventServer() {
  const events = new EventEmitter()
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':\n\n')
    response.once('close', () => events.emit('left'))
    events.emit('opened', response)
  })
  return {
    ...(await listening(server)),
    /** The next stream that is opened. */
    opened: async (): Promise<ServerResponse> => (await once(events, 'opened'))[0] as ServerResponse,
    left: () => once(events, 'left'),
  }
}
