import type { ServerResponse } from 'node:http'
import { messageOf } from '../failure.ts'
import { logLine } from '../log/own.ts'
import type { StateFile } from './state-file.ts'

const NOT_STORED = JSON.stringify({
  error: { code: 503, message: 'UNAVAILABLE : The account could not be stored', status: 'UNAVAILABLE' },
})

/** Delays a response until the change is on disk and survives a crash; responds with 503 if that fails. */
export function respondOnceStored(file: StateFile, response: ServerResponse): void {
  const chunks: Buffer[] = []
  const send = response.end.bind(response) as (body: Buffer | string) => ServerResponse
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      chunks.push(
        Buffer.from(chunk as string, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      )
  }
  const write = (chunk: unknown, encoding?: unknown) => {
    keep(chunk, encoding)
    return true
  }
  const end = (chunk?: unknown, encoding?: unknown) => {
    keep(chunk, encoding)
    file.save().then(
      () => send(Buffer.concat(chunks)),
      (error: unknown) => {
        logLine('error', `Accounts could not be stored: ${messageOf(error)}`)
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        response.writeHead(503, { 'content-type': 'application/json' })
        send(NOT_STORED)
      },
    )
    return response
  }
  response.write = write as typeof response.write
  response.end = end as typeof response.end
}
