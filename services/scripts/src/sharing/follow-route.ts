import { followScript } from '@andscene/contracts/routes/notes'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { PassThrough } from 'node:stream'
import type { Context } from '../context.ts'

/** Proxies close a silent connection. Milliseconds. */
export const HEARTBEAT_MS = 15_000
/**
 * Reconnecting verifies the token again, because a revoked one must expire within 5 minutes (product §10).
 * Milliseconds.
 */
export const STREAM_MS = 4 * 60_000
/** A client that reads too slowly is disconnected when this much is buffered. Bytes. */
const UNREAD_LIMIT = 64 * 1024

/** Server-sent events of a script for pages that have it open (product §11). */
export function followRoute(app: App, { access, feeds, clock }: Context): void {
  implement(app, followScript, async (request, reply) => {
    const { id } = await access.script(followScript, request, [])
    const stream = new PassThrough()
    const write = (text: string) => {
      if (stream.writableLength > UNREAD_LIMIT) stream.destroy()
      else if (!stream.writableEnded) stream.write(text)
    }
    const stop = feeds.listen(id, {
      person: request.person,
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => stream.end(),
    })
    const cancels = [stop, clock.after(STREAM_MS, () => stream.end()), beat(() => write(':\n\n'))]
    stream.once('close', () => cancels.forEach((cancel) => cancel()))
    // Sent immediately, so that the client knows that the stream is open.
    write(':\n\n')
    // A HEAD request receives no events, and its disconnect would not be noticed.
    if (request.raw.method === 'HEAD') stream.end()
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })

  /** Runs `work` every HEARTBEAT_MS; returns a function that stops it. */
  function beat(work: () => void): () => void {
    let cancel = clock.after(HEARTBEAT_MS, function again() {
      work()
      cancel = clock.after(HEARTBEAT_MS, again)
    })
    return () => cancel()
  }
}
