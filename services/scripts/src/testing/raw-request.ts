import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

const BOUNDARY = 'andscene-test-boundary'

type Part = { field?: string; name?: string; content: string | Uint8Array }

/** A multipart body exactly as written here; `open` leaves the closing boundary away. */
export function multipartBody(parts: readonly Part[], { open = false } = {}): Buffer {
  const pieces = parts.flatMap(({ field = 'script', name, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n`,
    name === undefined ? '\r\n' : 'Content-Type: application/octet-stream\r\n\r\n',
    content,
    '\r\n',
  ])
  if (!open) pieces.push(`--${BOUNDARY}--\r\n`)
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

/** A piece of a body that is sent in chunks. */
export const chunkOf = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])

export type RawAnswer = { status: number; body: { error?: string; code?: string; success?: boolean } }

/**
 * Uploads over a socket of its own. `send` writes the body as it likes; the answer is read until the server closes or
 * the length it declared is there.
 */
export async function rawUpload(
  url: string,
  token: string,
  headers: Record<string, string | number>,
  send: (socket: Socket) => void,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // A server that has said no may close while the rest is still being written.
  socket.on('error', () => {})
  const head = {
    host: hostname,
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...headers,
  }
  socket.write(
    `POST /api/scripts/upload HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  send(socket)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer)
      const answer = readAnswer(Buffer.concat(chunks).toString('utf8'))
      if (answer) return answer
    }
    throw new Error(`The connection closed without an answer: ${Buffer.concat(chunks).toString('utf8')}`)
  } finally {
    socket.destroy()
  }
}

function readAnswer(text: string): RawAnswer | undefined {
  const [head = '', body] = text.split('\r\n\r\n', 2)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  if (body === undefined || Buffer.byteLength(body) < length) return undefined
  return { status: Number(head.split(' ', 2)[1]), body: JSON.parse(body) as RawAnswer['body'] }
}
