import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long a rejected client may continue to send before its connection is closed. */
const LINGER_MS = 2_000

const ending = new WeakSet<Socket>()

/** Whether the connection ends with the response that is being sent: no further request on it is read. */
export const isEnding = (socket: Socket): boolean => ending.has(socket)

/**
 * Ends the connection of a request that was rejected before its body was read. The rest of the body is read and
 * discarded for a moment: closing immediately would reset the connection, and the client could lose the response with
 * the reason.
 */
export function endConnection(request: IncomingMessage): void {
  const { socket } = request
  // An injected request has no connection.
  if (ending.has(socket) || typeof socket.destroySoon !== 'function') return
  ending.add(socket)
  request.unpipe()
  request.resume()
  const destroyWhenWritten = socket.destroySoon.bind(socket)
  // Node calls this after the last response of a connection.
  socket.destroySoon = () => {
    if (request.readableEnded || request.destroyed) return destroyWhenWritten()
    request.once('end', destroyWhenWritten)
    lingeringClose(socket)
  }
}

/** Sends `bytes` (if any) as the last of the connection and closes it, at the latest after two seconds. */
export function lingeringClose(socket: Socket, bytes?: string): void {
  ending.add(socket)
  if (bytes === undefined) socket.end()
  else socket.end(bytes)
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(cut))
}
