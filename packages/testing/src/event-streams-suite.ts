import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { eventServer } from './event-server.ts'
import type { rawConnections } from './raw-connections.ts'

type Streaming = {
  /** Of the process under test. */
  origin: string
  /** The server behind it. */
  behind: Awaited<ReturnType<typeof eventServer>>
  connections: ReturnType<typeof rawConnections>
}

/** A stream that the server behind has opened for this token. */
export async function follow({ origin, behind, connections }: Streaming, token: string, script = 's1') {
  const opened = behind.opened()
  const connection = await connections.open(origin)
  const headers = `Host: ${new URL(origin).host}\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip, br\r\n`
  connection.write(`GET /api/scripts/${script}/events HTTP/1.1\r\n${headers}\r\n`)
  const stream = await opened
  /** Resolves with all that has come once `text` has. */
  const hears = async (text: string) => {
    while (!connection.received().includes(text)) await once(connection.socket, 'progress')
    return connection.received()
  }
  await hears(':\n\n')
  return { connection, stream, hears }
}

/** What the edge and the gateway both do with the events of a script (architecture §5). */
export function passesEventsOn(streaming: () => Streaming, token: string): void {
  test('arrive separately, each before the next is sent, and uncompressed', async () => {
    const { stream, hears } = await follow(streaming(), token)
    for (const n of [1, 2, 3]) {
      stream.write(`event: notes\ndata: {"version":${n}}\n\n`)
      expect(await hears(`{"version":${n}}`)).not.toContain(`{"version":${n + 1}}`)
    }
    expect((await hears('\r\n\r\n')).toLowerCase()).not.toContain('content-encoding')
  })

  test('end at the server behind as soon as their client disconnects', async () => {
    const { connection } = await follow(streaming(), token)
    const left = streaming().behind.left()
    connection.destroy()
    await expect(left).resolves.toBeDefined()
  })

  test('end at the client when the server behind ends them, and break where it breaks', async () => {
    const ended = await follow(streaming(), token)
    ended.stream.end('event: gone\ndata: {}\n\n')
    expect(await ended.hears('\r\n0\r\n\r\n')).toContain('event: gone')
    const broken = await follow(streaming(), token)
    broken.stream.destroy()
    await broken.connection.closed
    expect(broken.connection.received()).not.toContain('\r\n0\r\n\r\n')
  })
}
