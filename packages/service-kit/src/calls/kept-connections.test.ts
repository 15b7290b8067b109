import Fastify, { type FastifyInstance } from 'fastify'
import { listening } from '@andscene/testing/listening'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { Client } from 'undici'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CONNECTION_LIFE_MS } from './connection-life.ts'
import { keptConnections } from './kept-connections.ts'
import { proxyAgent } from './proxy-agent.ts'

/** The connection of each request, in turn. */
const used: Socket[] = []
let app: FastifyInstance
let origin = ''
beforeEach(async () => {
  used.length = 0
  const handler = createServer((request, response) => {
    used.push(request.socket)
    if (request.url === '/stream') response.write('begun')
    else response.end('{"success":true,"data":{}}')
  })
  const server = await listening(handler)
  onTestFinished(server.close)
  origin = server.url
  app = Fastify()
  // Only the clock is faked; pending I/O continues.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** A request as @fastify/reply-from makes it. */
function throughProxy(): () => Promise<unknown> {
  const agent = proxyAgent(app, {}) as unknown as {
    request(
      target: object,
      done: (error: Error | null, received: { body: AsyncIterable<unknown> }) => void,
    ): void
  }
  return async () => {
    const { body } = await new Promise<{ body: AsyncIterable<unknown> }>((resolve, reject) =>
      agent.request({ origin, path: '/', method: 'GET' }, (error, received) =>
        error ? reject(error) : resolve(received),
      ),
    )
    for await (const chunk of body) void chunk
  }
}
describe('decision 0059: a connection to another process is reused for a limited time', () => {
  test('is closed after that time, also when it is idle', async () => {
    const ask = throughProxy()
    // A connection that has just responded may not be idle yet: then another one is opened.
    await expect
      .poll(async () => {
        await ask()
        return used.at(-1) === used.at(-2)
      })
      .toBe(true)
    const before = new Set(used)
    vi.setSystemTime(Date.now() + CONNECTION_LIFE_MS + 1)
    for (let n = 0; n < 5; n += 1) await ask()
    expect(used.slice(-5).filter((connection) => before.has(connection))).toHaveLength(0)
  })

  test('closes a connection with a stream once, not at each later request, and does not end the stream', async () => {
    const agent = keptConnections()
    app.addHook('onClose', () => agent.destroy())
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => agent.request({ origin, path: '/stream', method: 'GET' })),
    )
    const closings = vi.spyOn(Client.prototype, 'close')
    vi.setSystemTime(Date.now() + CONNECTION_LIFE_MS + 1)
    const ask = async () =>
      void (await (await agent.request({ origin, path: '/', method: 'GET' })).body.dump())
    await ask()
    const closed = closings.mock.calls.length
    expect(closed).toBeGreaterThanOrEqual(streams.length)
    for (let n = 0; n < 10; n += 1) await ask()
    expect(closings).toHaveBeenCalledTimes(closed)
    for (const { body } of streams) expect(body.destroyed).toBe(false)
  })
})
