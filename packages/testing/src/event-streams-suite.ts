import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from './listening.ts'
import { openConnection } from './raw-connections.ts'

/** An upstream server that responds with event streams, whose events the test sends one by one. */
export async function eventServer() {
  const events = new EventEmitter()
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':\n\n')
    response.once('close', () => events.emit('left'))
    events.emit('opened', response)
  })
  const { url, close } = await listening(server)
  onTestFinished(close)
  return {
    url,
    /** Resolves with the next stream that is opened. */
    opened: async (): Promise<ServerResponse> => (await once(events, 'opened'))[0] as ServerResponse,
    left: () => once(events, 'left'),
  }
}

/** The origin of the process under test, and its upstream server. */
export type Streaming = { origin: string; behind: Awaited<ReturnType<typeof eventServer>> }

/** Requests the events of a script. */
export async function requestEvents(origin: string, token: string, script = 's1') {
  const connection = await openConnection(origin)
  const headers = `Host: ${new URL(origin).host}\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip, br\r\n`
  connection.write(`GET /api/scripts/${script}/events HTTP/1.1\r\n${headers}\r\n`)
  return connection
}

/** Opens a stream with this token; resolves once the upstream server has opened it. */
export async function follow({ origin, behind }: Streaming, token: string, script?: string) {
  const opened = behind.opened()
  const connection = await requestEvents(origin, token, script)
  const stream = await opened
  /** Resolves with everything received, once it contains `text`. */
  const hears = async (text: string) => {
    while (!connection.received().includes(text)) await once(connection.socket, 'progress')
    return connection.received()
  }
  await hears(':\n\n')
  return { connection, stream, hears }
}

/** Shared tests of edge and gateway for the events of a script (architecture §5). */
export function eventStreamSuite(start: () => Promise<Streaming>, token: string): void {
  test('arrive one by one as they are sent, and uncompressed', async () => {
    const { stream, hears } = await follow(await start(), token)
    for (const n of [1, 2, 3]) {
      stream.write(`event: notes\ndata: {"version":${n}}\n\n`)
      expect(await hears(`{"version":${n}}`)).not.toContain(`{"version":${n + 1}}`)
    }
    const head = (await hears('\r\n\r\n')).toLowerCase()
    expect(head).toContain('text/event-stream')
    expect(head).not.toContain('content-encoding')
  })

  test('end at the upstream server as soon as their client disconnects', async () => {
    const streaming = await start()
    const { connection } = await follow(streaming, token)
    const left = streaming.behind.left()
    connection.destroy()
    await expect(left).resolves.toBeDefined()
  })

  test('end at the client when the upstream server ends them, and abort when it aborts', async () => {
    const streaming = await start()
    const ended = await follow(streaming, token)
    ended.stream.end('event: gone\ndata: {}\n\n')
    expect(await ended.hears('\r\n0\r\n\r\n')).toContain('event: gone')
    const broken = await follow(streaming, token)
    broken.stream.destroy()
    await broken.connection.closed
    expect(broken.connection.received()).not.toContain('\r\n0\r\n\r\n')
  })
}
