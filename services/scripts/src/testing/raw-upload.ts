import { openRaw, requestBytes } from '@andscene/testing/raw-http'
import type { Socket } from 'node:net'

const BOUNDARY = 'andscene-test-boundary'

type Part = { field?: string; name?: string; content: string | Uint8Array }

/** A multipart body, byte for byte; `open` omits the closing boundary. */
export function multipartBody(parts: readonly Part[], { open = false, boundary = BOUNDARY } = {}): Buffer {
  const pieces = parts.flatMap(({ field = 'script', name, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n`,
    name === undefined ? '\r\n' : 'Content-Type: application/octet-stream\r\n\r\n',
    content,
    '\r\n',
  ])
  if (!open) pieces.push(`--${boundary}--\r\n`)
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

/** A chunk of a chunked body. */
export const chunkOf = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])

export type UploadResponse = {
  status: number
  body: { error?: string; code?: string; success?: boolean }
}

/** Uploads over a separate connection. `send` writes the body; throws if no response arrives. */
export async function rawUpload(
  url: string,
  token: string,
  headers: Record<string, string | number>,
  send: (socket: Socket) => void,
  path = '/api/scripts/upload',
): Promise<UploadResponse> {
  const connection = await openRaw(url)
  try {
    connection.write(
      requestBytes('POST', path, {
        host: new URL(url).host,
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      }),
    )
    send(connection.socket)
    const { status, body } = await connection.response()
    if (status === 0) throw new Error(`The connection closed without a response: ${connection.received()}`)
    return { status, body: JSON.parse(body) as UploadResponse['body'] }
  } finally {
    connection.destroy()
  }
}
