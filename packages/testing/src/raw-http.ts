import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response as received; header names in lower case, values of repeated headers joined by ", ". */
export type RawResponse = {
  /** 0 when the server closed the connection without a response. */
  status: number
  headers: Record<string, string>
  body: string
  /** Whether the server closed the connection after this response. */
  closed: boolean
}

export type RawConnection = {
  socket: Socket
  write(bytes: string | Buffer): void
  /** The next final response (skips 1xx); status 0 when the connection ends before it is complete. */
  response(options?: { head?: boolean }): Promise<RawResponse>
  /** Resolves when the connection is closed, by either side and for any reason. */
  closed: Promise<void>
  received(): string
  destroy(): void
}

/** A connection for byte-exact requests; `localAddress` is the client address that the server sees, e.g. 127.0.0.2. */
export async function openRaw(
  origin: string,
  { localAddress }: { localAddress?: string | undefined } = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port), localAddress })
  let all = ''
  let at = 0
  let ended = false
  socket.on('data', (chunk: Buffer) => {
    all += chunk.toString('latin1')
    socket.emit('progress')
  })
  // A reset also closes the connection, and tests may write after it.
  socket.on('error', () => undefined)
  const end = () => {
    ended = true
    socket.emit('progress')
  }
  socket.on('end', end)
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      end()
      resolve()
    }),
  )
  await once(socket, 'connect')
  return {
    socket,
    closed,
    received: () => all,
    destroy: () => socket.destroy(),
    write: (bytes) => void socket.write(bytes),
    async response({ head = false } = {}) {
      for (;;) {
        const parsed = parseResponse(all.slice(at), ended, head)
        if (parsed) {
          at += parsed.length
          if (parsed.status >= 100 && parsed.status < 200 && parsed.status !== 101) continue
          const { status, headers } = parsed
          if (headers['connection'] === 'close') await closed
          return { status, headers, body: parsed.body, closed: socket.destroyed || ended }
        }
        if (ended) return { status: 0, headers: {}, body: all.slice(at), closed: true }
        // Also after a reset, on which `once` of events would reject.
        await new Promise((resolve) => socket.once('progress', resolve))
      }
    },
  }
}

/** Writes `bytes` on a new connection and resolves with the first response. */
export async function rawRequest(
  origin: string,
  bytes: string | Buffer,
  options: { localAddress?: string } = {},
): Promise<RawResponse> {
  const connection = await openRaw(origin, options)
  try {
    connection.write(bytes)
    return await connection.response()
  } finally {
    connection.destroy()
  }
}

/** Target and headers are sent as given; only the length of the body is added, unless a header sets it. */
export function requestBytes(
  method: string,
  target: string,
  headers: Record<string, string | number>,
  body: string | Buffer = '',
): Buffer {
  const saysLength = Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name))
  const lines = {
    ...headers,
    ...(body.length > 0 && !saysLength && { 'content-length': Buffer.byteLength(body) }),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n`),
    Buffer.from(body as string),
  ])
}

type Parsed = { status: number; headers: Record<string, string>; body: string; length: number }

/** The response at the start of `text`, or undefined while it is incomplete. */
function parseResponse(text: string, ended: boolean, head: boolean): Parsed | undefined {
  const split = text.indexOf('\r\n\r\n')
  if (split < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, split).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  const status = Number(statusLine.split(' ')[1])
  const start = split + 4
  const whole = (bytes: string, length: number) => {
    const body = Buffer.from(bytes, 'latin1').toString('utf8')
    return { status, headers, body, length: start + length }
  }
  if (head || status < 200 || status === 204 || status === 304) return whole('', 0)
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) {
    const chunks = dechunk(text.slice(start))
    return chunks && whole(chunks.body, chunks.length)
  }
  const declared = headers['content-length']
  if (declared === undefined) return ended ? whole(text.slice(start), text.length - start) : undefined
  const length = Number(declared)
  return text.length - start >= length ? whole(text.slice(start, start + length), length) : undefined
}

/** The content of a chunked body, or undefined while it is incomplete. */
function dechunk(text: string): { body: string; length: number } | undefined {
  let body = ''
  let at = 0
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(text.slice(at, line), 16)
    const end = line + 2 + size + 2
    if (text.length < end) return undefined
    if (size === 0) return { body, length: end }
    body += text.slice(line + 2, line + 2 + size)
    at = end
  }
}
