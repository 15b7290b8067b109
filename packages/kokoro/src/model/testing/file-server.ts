import { listening } from '@andscene/testing/listening'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse, from: number) => void

/** A server of one file, with ranges. Responses in `next` come first, one each, to simulate faults. */
export async function startFileServer(file: Buffer) {
  const asked: { path: string; range: string | undefined }[] = []
  const next: Answer[] = []
  const whole: Answer = (_request, response, from) => {
    const size = file.length
    if (from > 0)
      response.writeHead(206, {
        'content-range': `bytes ${from}-${size - 1}/${size}`,
        'content-length': size - from,
      })
    else response.writeHead(200, { 'content-length': size })
    response.end(file.subarray(from))
  }
  const { url, close } = await listening(
    createServer((request, response) => {
      const { range } = request.headers
      asked.push({ path: request.url ?? '', range })
      response.on('error', () => undefined)
      const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
      ;(next.shift() ?? whole)(request, response, from)
    }),
  )
  onTestFinished(close)
  return {
    url: `${url}/model.onnx`,
    origin: url,
    asked,
    next,
    /** Headers of the rest, then `bytes` of it, and nothing more; `then` cuts the connection, or not. */
    some:
      (bytes: number, then: 'cut' | 'hold'): Answer =>
      (_request, response, from) => {
        const size = file.length
        const headers = { 'content-length': size - from }
        if (from > 0)
          response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${size - 1}/${size}` })
        else response.writeHead(200, headers)
        response.write(file.subarray(from, from + bytes), () => {
          if (then === 'cut') response.socket?.destroySoon()
        })
      },
  }
}
