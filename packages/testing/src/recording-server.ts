import { EventEmitter } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listening } from './listening.ts'

export type Recorded = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the request was received completely. */
  whole: boolean
}

/** Records every request. Emits `asked` at its start, `whole` with its complete body, and `left` when it is aborted. */
export async function recordingServer(
  sends: { status?: number; headers?: Record<string, string>; body?: object } = {},
) {
  const seen: Recorded[] = []
  const events = new EventEmitter()
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const record: Recorded = { method, url, headers, body: '', whole: false }
    seen.push(record)
    events.emit('asked', record)
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => (record.body += chunk.toString()))
    request.once('close', () => request.complete || events.emit('left', record))
    request.once('end', () => {
      record.whole = true
      events.emit('whole', record)
      const body = JSON.stringify(sends.body ?? { success: true, url: record.url })
      response.writeHead(sends.status ?? 200, { 'content-type': 'application/json', ...sends.headers })
      response.end(body)
    })
  })
  return { seen, events, ...(await listening(server)) }
}
