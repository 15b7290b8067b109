import { QUEUE_NAMES, QUEUES } from '@andscene/contracts/queues'
import { createApp } from '@andscene/service-kit/create-app'
import { createProducers, type Producers } from '@andscene/service-kit/queue/queues'
import { rawRequest } from '@andscene/testing/raw-http'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorsPages, type OperatorsOptions } from './operators-pages.ts'
import type { Overview } from './overview.ts'

const TOKEN = 'a-long-operators-token'
const basic = `Authorization: Basic ${Buffer.from(`op:${TOKEN}`).toString('base64')}`
const bearer = (token = TOKEN) => `Authorization: Bearer ${token}`
const NARRATION = '/operators/queues/api/queues/script-narration'
const PAUSE = `PUT ${NARRATION}/pause`
const BOARD = 'GET /operators/queues/'
const LIST = 'GET /operators/queues/api/queues'
const FILES = ['concerns', 'overview', 'sections', 'tables', 'words'].map((name) => `${name}.js`)
const PAGE = ['', '/overview.css', '/overview.json', ...FILES.map((name) => `/${name}`)]

let redis: RedisServer
let producers: Producers
const closing: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(() => {
  producers = createProducers({ redis: redis.url, prefix: `t-${randomUUID()}` })
})
afterEach(async () => {
  for (const open of closing.splice(0)) await open.close()
  for (const producer of Object.values(producers)) await producer.close()
})
const paused = () => producers[QUEUES.narration].queue.isPaused()

/** A server with the pages; `ask` sends a request line and headers byte by byte, `get` injects. */
async function operators(options: Partial<OperatorsOptions> = {}) {
  const app = await createApp({ name: 'tts', logLevel: 'silent' })
  closing.push(app)
  await app.register(operatorsPages, {
    token: TOKEN,
    writes: false,
    queues: Object.values(producers).map(({ queue }) => queue),
    targets: undefined,
    metrics: app.metrics,
    ...options,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { host } = new URL(origin)
  return {
    host,
    get: (path: string, headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
      app.inject({ url: `/operators${path}`, headers }),
    ask: (target: string, ...lines: string[]) =>
      rawRequest(
        origin,
        [`${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...lines, '', ''].join('\r\n'),
      ),
  }
}

describe('product §15: the operators’ page', () => {
  test('requires the token and is never cached', async () => {
    const { get } = await operators()
    for (const path of PAGE) {
      const [open, refused, wrong] = [
        await get(path),
        await get(path, {}),
        await get(path, { authorization: 'Bearer' }),
      ]
      expect([path, open.statusCode, refused.statusCode, wrong.statusCode]).toEqual([path, 200, 401, 401])
      expect(refused.headers['www-authenticate']).toContain('Basic')
      for (const { headers } of [open, refused])
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
        })
      expect(open.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('runs scripts and styles of its own files only', async () => {
    const { get } = await operators()
    const { headers, body } = await get('')
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(body).not.toMatch(/<script(?! type="module" src=)|<style|\sstyle=|\son\w+=|https?:\/\//)
    expect(String(headers['content-type'])).toMatch(/^text\/html/)
    for (const name of FILES) {
      const script = await get(`/${name}`)
      expect(String(script.headers['content-type'])).toMatch(/^text\/javascript/)
      expect(script.body).not.toMatch(
        /\.innerHTML = |insertAdjacentHTML|document\.write|eval\(|import type|\.ts'/,
      )
    }
  })

  test('ignores targets in the request and rejects other methods', async () => {
    const { ask, get } = await operators({ writes: true })
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status } = await ask(`${method} /operators/overview.json`, bearer(), 'Content-Length: 0')
      expect([method, status >= 400 && status < 500]).toEqual([method, true])
    }
    const named = await get('/overview.json?targets=edge=http://127.0.0.1:1&OPERATOR_TARGETS=http://x')
    expect(named.json<Overview>().parts.map(({ at }) => at)).toEqual(['this process'])
  })

  test('does not start with invalid targets', async () => {
    await expect(operators({ targets: 'edge=ftp://a' })).rejects.toThrow(/^OPERATOR_TARGETS: /)
  })
})

describe('without OPERATOR_WRITES the queues are read-only', () => {
  test.each([
    PAUSE,
    'PUT /operators/queues/api/queues/pause',
    `PUT ${NARRATION}/empty`,
    `PUT ${NARRATION}/obliterate`,
    `PUT ${NARRATION}/clean/waiting`,
    `POST ${NARRATION}/add`,
  ])('%s responds with 403', async (change) => {
    await producers[QUEUES.narration].add({ scriptId: 's1', reason: 'casting' })
    const { ask } = await operators()
    const response = await ask(change, bearer())
    expect(response.status).toBe(403)
    expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect(await paused()).toBe(false)
    expect(await producers[QUEUES.narration].queue.count()).toBe(1)
  })

  test('are listed as read-only', async () => {
    const { ask } = await operators()
    const { queues } = JSON.parse((await ask(LIST, bearer())).body) as {
      queues: { name: string; readOnlyMode: boolean }[]
    }
    expect(queues).toMatchObject(QUEUE_NAMES.map((name) => ({ name, readOnlyMode: true })))
  })

  test('with OPERATOR_WRITES they can be changed', async () => {
    const { ask } = await operators({ writes: true })
    expect((await ask(PAUSE, bearer())).status).toBe(200)
    expect(await paused()).toBe(true)
  })
})

const from = (mode: string, dest: string) => [
  'Sec-Fetch-Site: cross-site',
  `Sec-Fetch-Mode: ${mode}`,
  `Sec-Fetch-Dest: ${dest}`,
]

describe('requests of another site, to which a browser adds the password', () => {
  test('change nothing', async () => {
    const { ask, host } = await operators({ writes: true })
    const foreign = [
      [],
      ['Origin: https://evil.example'],
      ['Origin: null'],
      ['Origin: not an origin'],
      [`Origin: http://${host}.evil.example`],
      [`Origin: http://${host}`, 'Sec-Fetch-Site: cross-site'],
      ['Sec-Fetch-Site: cross-site'],
      // Browsers treat other ports of the same host as the same site.
      ['Origin: http://127.0.0.1:1', 'Sec-Fetch-Site: same-site'],
      ['Sec-Fetch-Site: none'],
    ]
    for (const lines of foreign) {
      const response = await ask(PAUSE, basic, ...lines)
      expect([lines, response.status]).toEqual([lines, 403])
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    }
    expect(await paused()).toBe(false)
  })

  test('may link here, but not load scripts, images or frames', async () => {
    const { ask, get } = await operators()
    for (const path of PAGE)
      expect((await ask(`GET /operators${path}`, basic, ...from('no-cors', 'script'))).status).toBe(403)
    expect((await ask(LIST, basic, ...from('no-cors', 'script'))).status).toBe(403)
    expect((await ask(BOARD, basic, ...from('navigate', 'iframe'))).status).toBe(403)
    expect((await ask(BOARD, basic, ...from('navigate', 'document'))).status).toBe(200)
    const own = { authorization: basic.replace('Authorization: ', ''), 'sec-fetch-site': 'same-origin' }
    expect((await get('/overview.json', own)).statusCode).toBe(200)
  })

  test('are accepted from Bull Board itself, by either header that browsers send', async () => {
    const { ask, host } = await operators({ writes: true })
    expect((await ask(PAUSE, basic, 'Sec-Fetch-Site: same-origin')).status).toBe(200)
    expect(await paused()).toBe(true)
    expect((await ask(`PUT ${NARRATION}/resume`, basic, `Origin: http://${host}`)).status).toBe(200)
    expect(await paused()).toBe(false)
  })
})

describe('the operators’ token', () => {
  test.each([BOARD, LIST, PAUSE])(
    'is required for %s; without it, the response has the common error format',
    async (target) => {
      const { ask } = await operators()
      const response = await ask(target)
      expect(response.status).toBe(401)
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/) as string,
      })
      expect(JSON.parse(response.body)).toEqual({
        success: false,
        error: expect.any(String) as string,
        code: 'UNAUTHENTICATED',
        requestId: expect.any(String) as string,
      })
    },
  )

  test('is rejected for an address after ten wrong ones in a minute', async () => {
    const { ask } = await operators()
    expect((await ask(LIST)).status, 'a missing token does not count').toBe(401)
    for (let n = 0; n < 10; n += 1) expect((await ask(LIST, bearer(`guess-${n}`))).status).toBe(401)
    for (const line of [bearer('guess-10'), bearer(), basic]) {
      const response = await ask(LIST, line)
      expect(response.status).toBe(429)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('must match completely, and is read from Authorization only', async () => {
    const { ask } = await operators()
    for (const line of [
      bearer(TOKEN.slice(0, -1)),
      bearer(`${TOKEN}x`),
      bearer(TOKEN.toUpperCase()),
      `Authorization: Digest ${TOKEN}`,
      `Cookie: token=${TOKEN}`,
    ])
      expect([line, (await ask(BOARD, line)).status]).toEqual([line, 401])
    expect((await ask(`${BOARD}?token=${TOKEN}`)).status).toBe(401)
  })
})
