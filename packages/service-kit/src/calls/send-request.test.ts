import { listening } from '@andscene/testing/listening'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CONNECTION_LIFE_MS } from './connection-life.ts'
import { isOk, jsonOf, sendRequest } from './send-request.ts'

let listener: RequestListener
let origin = ''
const signal = AbortSignal.timeout(10_000)
beforeEach(async () => {
  const server = await listening(createServer((request, response) => listener(request, response)))
  onTestFinished(server.close)
  origin = server.url
})
afterEach(() => void vi.useRealTimers())

test('sends method, headers and body, and resolves with the response', async () => {
  listener = async (request, response) => {
    const body = await text(request)
    const { method, url, headers } = request
    response.setHeader('etag', '"1"')
    response.end(
      JSON.stringify({ method, url, body, length: headers['content-length'], own: headers['x-own'] }),
    )
  }
  const options = { method: 'POST', headers: { 'x-own': 'a' }, body: 'ä', signal }
  const response = await sendRequest(new URL('/path?query=1', origin), options)
  expect([isOk(response), response.headers.etag]).toEqual([true, '"1"'])
  expect(await jsonOf(response)).toEqual({
    method: 'POST',
    url: '/path?query=1',
    body: 'ä',
    length: '2',
    own: 'a',
  })
})

test('rejects a redirect and does not follow it', async () => {
  let requests = 0
  listener = (_request, response) => {
    requests += 1
    response.writeHead(307, { location: '/' }).end()
  }
  await expect(sendRequest(new URL(origin), { signal })).rejects.toThrow('redirect')
  expect(requests).toBe(1)
})

test('rejects when the signal aborts, before the response and while its body arrives', async () => {
  listener = (request, response) => void (request.url === '/stream' && response.write('{'))
  await expect(sendRequest(new URL(origin), { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  const abort = new AbortController()
  const response = await sendRequest(new URL('/stream', origin), { signal: abort.signal })
  const body = jsonOf(response)
  abort.abort()
  await expect(body).rejects.toThrow('aborted')
})

test('when connections have reached their maximum age, closes idle ones and lets responses finish', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const used: Socket[] = []
  let streamed: ServerResponse | undefined
  listener = (request, response) => {
    used.push(request.socket)
    if (request.url !== '/stream') return void response.end('{}')
    response.write('{')
    streamed = response
  }
  const ask = async () => void (await jsonOf(await sendRequest(new URL(origin), { signal })))
  const stream = await sendRequest(new URL('/stream', origin), { signal })
  await ask()
  await ask()
  expect(used[1]).toBe(used[2])
  const closed = once(used[1]!, 'close')
  vi.setSystemTime(Date.now() + CONNECTION_LIFE_MS + 1)
  await ask()
  await closed
  expect(used.slice(0, 3)).not.toContain(used[3])
  const streamClosed = once(used[0]!, 'close')
  streamed!.end('}')
  expect(await jsonOf(stream)).toEqual({})
  // It is not reused for another request either.
  await streamClosed
})
