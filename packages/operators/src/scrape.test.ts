import { freePort } from '@andscene/service-kit/free-port'
import { createRegistry } from '@andscene/service-kit/metrics/metrics-registry'
import type { RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Scraper, type Absence } from './scrape.ts'
import { listening, startHttp } from './testing/servers.ts'

/** A server that sends these bytes. */
const raw = (bytes: string) =>
  listening(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.end(bytes))
    }),
  )

const LIMITS = { ms: 10_000, bytes: 100_000 }
const IMPATIENT = { ...LIMITS, ms: 300 }
function scraper(limits = LIMITS): Scraper {
  const made = new Scraper(['build_info'], limits)
  onTestFinished(() => made.close())
  return made
}
const text = { 'content-type': 'text/plain; version=0.0.4' }
const STARTED = 'process_start_time_seconds 1\n'

const respondWith =
  (status: number, headers: Record<string, string>, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)

describe('decision 0056: scraping a part', () => {
  test('returns the requested series', async () => {
    const registry = createRegistry('test')
    const origin = await startHttp(async (request, response) => {
      response.writeHead(request.url === '/metrics' ? 200 : 404, text).end(await registry.metrics())
    })
    const scraped = await scraper().scrape(origin)
    const names = ('samples' in scraped ? scraped.samples : []).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['build_info', 'process_start_time_seconds'])
  })

  test('reports a port without listener as refused', async () => {
    expect(await scraper().scrape(`http://127.0.0.1:${await freePort()}`)).toEqual({ away: 'refused' })
  })

  test.each<[string, Absence, RequestListener]>([
    ['a silent server', 'late', () => undefined],
    [
      'a connection closed half-way',
      'refused',
      (_request, response) => {
        response.writeHead(200, { ...text, 'content-length': '1000' }).write(STARTED)
        setImmediate(() => response.destroy())
      },
    ],
    [
      'a large content-length',
      'large',
      (_request, response) =>
        response.writeHead(200, { ...text, 'content-length': String(1024 ** 3) }).write(STARTED),
    ],
    ['a page', 'strange', respondWith(200, { 'content-type': 'text/html' }, STARTED)],
    ['other metrics', 'strange', respondWith(200, text, 'go_goroutines 7\n')],
    ['an error', 'strange', respondWith(503, text, STARTED)],
  ])('reports %s as %s', async (_what, away, respond) => {
    const limits = away === 'late' ? IMPATIENT : LIMITS
    expect(await scraper(limits).scrape(await startHttp(respond))).toEqual({ away })
  })

  test.each(['\u0000\u0001 not HTTP at all\r\n\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`])(
    'reports malformed HTTP as strange: %.20s',
    async (bytes) => expect(await scraper().scrape(await raw(bytes))).toEqual({ away: 'strange' }),
  )

  test('closes a slow response after the time limit', async () => {
    const left = Promise.withResolvers<void>()
    const origin = await startHttp((_request, response) => {
      response.writeHead(200, text).write(STARTED)
      const dripping = setInterval(() => response.write('#'), 20)
      response.on('close', () => {
        clearInterval(dripping)
        left.resolve()
      })
    })
    expect(await scraper(IMPATIENT).scrape(origin)).toEqual({ away: 'late' })
    await left.promise
  })

  test('closes an endless response after the size limit', async () => {
    let sent = 0
    const left = Promise.withResolvers<void>()
    const origin = await startHttp((_request, response) => {
      response.writeHead(200, text).write(STARTED)
      const chunk = '#'.repeat(50_000)
      const more = () => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
      }
      response.on('close', () => left.resolve())
      more()
    })
    expect(await scraper().scrape(origin)).toEqual({ away: 'large' })
    await left.promise
    expect(sent).toBeLessThan(100 * 1024 ** 2)
  })

  test('does not follow redirects', async () => {
    let asked = 0
    const elsewhere = await startHttp((_request, response) => {
      asked += 1
      response.writeHead(200, text).end(STARTED)
    })
    const origin = await startHttp((_request, response) => {
      response.writeHead(302, { location: `${elsewhere}/metrics` }).end()
    })
    expect(await scraper().scrape(origin)).toEqual({ away: 'strange' })
    expect(asked).toBe(0)
  })
})
