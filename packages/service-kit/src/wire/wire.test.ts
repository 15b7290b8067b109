import { openRaw, rawRequest } from '@andscene/testing/raw-http'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { Type } from '@andscene/contracts/schema/schema'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp, type App, type AppOptions } from '../create-app.ts'
import { HttpError } from '../http-error.ts'

let app: App
afterEach(() => app?.close())

async function listen(options: Partial<AppOptions> = {}, routes: (app: App) => void = () => undefined) {
  app = await createApp({ name: 'test', logLevel: 'silent', ...options })
  routes(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}
const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}` +
  `Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`

describe('architecture §5: JSON bombs are rejected like any other invalid body', () => {
  const MEGABYTE = 1024 ** 2 - 1_000
  const filled = (piece: string) => piece.repeat(Math.floor(MEGABYTE / piece.length))
  const keys = () => {
    let text = ''
    for (let key = 0; text.length < MEGABYTE - 20; key += 1) text += `"k${key}":0,`
    return `{${text}"title":"x"}`
  }
  const bombs: [string, string, number[]][] = [
    ['a megabyte of [', filled('['), [400]],
    ['arrays in arrays', filled('[').slice(0, MEGABYTE / 2) + filled(']').slice(0, MEGABYTE / 2), [400]],
    ['objects in objects', `${'{"a":'.repeat(150_000)}0${'}'.repeat(150_000)}`, [400]],
    ['as many keys as fit', keys(), [200]],
    ['a number of a megabyte', `{"title":${filled('9')}}`, [400]],
    ['a number past every exponent', '{"title":1e999999}', [400]],
    ['__proto__', '{"title":"x","__proto__":{"admin":true}}', [200]],
    ['__proto__ in disguise', '{"title":"x","\\u005f_proto__":{"admin":true}}', [200]],
    ['a constructor with a prototype', '{"title":"x","constructor":{"prototype":{"admin":true}}}', [200]],
    ['a string of control characters', `{"title":"${filled('\\u0000')}"}`, [400]],
    ['half a surrogate', '{"title":"\\ud800"}', [200]],
    ['what is no UTF-8', '{"title":"\xff"}', [200]],
    ['nothing', '', [400]],
  ]
  test.each(bombs)('%s', async (_name, body, statuses) => {
    const schema = { body: Type.Object({ title: Type.String({ maxLength: 100 }) }) }
    const origin = await listen({}, (made) => {
      made.post('/things', { schema }, async (request) => ({ title: request.body }))
    })
    const response = await rawRequest(origin, Buffer.from(post('/things', body), 'latin1'))
    expect(statuses).toContain(response.status)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

const refusing = (made: App) => {
  made.addHook('onRequest', async () => {
    throw new HttpError('TOO_MANY_REQUESTS', 'Wait', { retryAfter: 1 })
  })
  made.post('/things', async () => ({}))
}

describe('product §10: a connection whose request was not read ends with the response', () => {
  test('a client that is still sending receives the error before its connection closes', async () => {
    const origin = await listen({}, refusing)
    const connection = await openRaw(origin)
    const body = Buffer.alloc(8 * 1024 ** 2)
    // It reads nothing before it has sent everything.
    connection.socket.pause()
    connection.write(`POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`)
    await new Promise((resolve) => connection.socket.write(body, resolve))
    connection.socket.resume()
    expect(await connection.response()).toMatchObject({ status: 429, headers: { connection: 'close' } })
    await connection.closed
  })

  test('closes the connection of a client that continues to send slowly', async () => {
    const origin = await listen({}, refusing)
    const connection = await openRaw(origin)
    connection.write('POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{')
    const dripping = setInterval(() => connection.write(' '), 10)
    expect((await connection.response()).status).toBe(429)
    await connection.closed
    clearInterval(dripping)
  })

  test('a connection whose request was read stays open', async () => {
    const origin = await listen({}, (made) => void made.post('/things', async () => ({})))
    const connection = await openRaw(origin)
    connection.write(post('/things', '{}'))
    expect(await connection.response()).toMatchObject({ status: 200, closed: false })
    connection.write(post('/things', '{}'))
    expect((await connection.response()).status).toBe(200)
    connection.destroy()
  })
})

test('product §10: closes the connection of a client that does not read its response, and frees its buffers', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024))
    },
  })
  const ended = once(endless, 'close')
  const origin = await listen({ wire: { silenceMs: 200 } }, (made) => {
    made.get('/endless', (_request, reply) => reply.send(endless))
  })
  const connection = await openRaw(origin)
  connection.socket.pause()
  connection.write('GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await ended
  expect(endless.destroyed).toBe(true)
  connection.destroy()
})

test('product §10: a browser that opens a connection in advance gets no response and no line in the log', async () => {
  const logStream = new PassThrough()
  let log = ''
  logStream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const origin = await listen({ logLevel: 'info', logStream, wire: { headersMs: 100 } })
  log = ''
  const connection = await openRaw(origin)
  await connection.closed
  expect([connection.received(), log]).toEqual(['', ''])
})

test('architecture §5: a service logs the client address that its caller sends', async () => {
  const origin = await listen({}, (made) => void made.get('/ip', async (request) => ({ ip: request.ip })))
  const text = 'GET /ip HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 6.6.6.6, 203.0.113.9\r\n\r\n'
  expect(JSON.parse((await rawRequest(origin, text)).body)).toEqual({ ip: '203.0.113.9' })
})

describe('product §10: pipelined requests on a connection', () => {
  const PIPELINED = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'

  test('get their responses in order while they are few', async () => {
    const origin = await listen({}, (made) => void made.get('/slow', async () => ({ success: true })))
    const connection = await openRaw(origin)
    for (let round = 0; round < 5; round++) {
      connection.write(PIPELINED.repeat(5))
      for (let n = 0; n < 5; n++) expect((await connection.response()).status).toBe(200)
    }
    connection.destroy()
  })

  test('end the connection when they are too many, and the rest is not started', async () => {
    let begun = 0
    const slow = Promise.withResolvers<void>()
    const origin = await listen({}, (made) => {
      made.get('/slow', async () => {
        begun += 1
        await slow.promise
        return { success: true }
      })
    })
    const connection = await openRaw(origin)
    connection.write(PIPELINED.repeat(1_000))
    await expect.poll(() => begun).toBe(8)
    slow.resolve()
    for (let n = 0; n < 8; n++) expect((await connection.response()).status).toBe(200)
    const refused = await connection.response()
    expect([refused.status, refused.closed]).toEqual([429, true])
    expect(JSON.parse(refused.body)).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
    expect(begun).toBe(8)
  })
})
