import type { App } from '@andscene/service-kit/create-app'
import { rawRequest } from '@andscene/testing/raw-http'
import { describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
const TOKEN = 'a-long-operators-token'
const basic = (token = TOKEN) => `Authorization: Basic ${Buffer.from(`op:${token}`).toString('base64')}`
const bearer = (token = TOKEN) => `Authorization: Bearer ${token}`
const PAUSE = 'PUT /operators/queues/api/queues/script-narration/pause'

/** The operators' pages of a tts that listens, asked with these very lines. */
async function operators(more: Record<string, string> = {}) {
  const app: App = await on.harness.api([on.provider], { OPERATOR_TOKEN: TOKEN, ...more })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { host } = new URL(origin)
  return {
    origin,
    host,
    ask: (target: string, ...lines: string[]) =>
      rawRequest(
        origin,
        [`${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...lines, '', ''].join('\r\n'),
      ),
    paused: () => on.harness.narration.queue.isPaused(),
  }
}

describe('the operators’ pages are read-only', () => {
  const CHANGES = [
    PAUSE,
    'PUT /operators/queues/api/queues/pause',
    'PUT /operators/queues/api/queues/script-narration/empty',
    'PUT /operators/queues/api/queues/script-narration/obliterate',
    'PUT /operators/queues/api/queues/script-narration/clean/waiting',
    'POST /operators/queues/api/queues/script-narration/add',
  ]

  test('unless OPERATOR_WRITES says otherwise, with any token', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
    await on.harness.plan('s1')
    const { ask, paused } = await operators()
    for (const change of CHANGES) {
      const response = await ask(change, bearer())
      expect([change, response.status]).toEqual([change, 403])
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    }
    expect(await paused()).toBe(false)
    expect(await on.harness.narration.queue.count()).toBe(1)
  })

  test('and show that they are', async () => {
    const { ask } = await operators()
    const { queues } = JSON.parse((await ask('GET /operators/queues/api/queues', bearer())).body) as {
      queues: { readOnlyMode: boolean }[]
    }
    expect(queues.map((queue) => queue.readOnlyMode)).toEqual([true, true, true])
  })

  test('with OPERATOR_WRITES=yes they change what they are told to', async () => {
    const { ask, paused } = await operators({ OPERATOR_WRITES: 'yes' })
    expect((await ask(PAUSE, bearer())).status).toBe(200)
    expect(await paused()).toBe(true)
  })
})

describe('another site in an operator’s browser, which adds the password by itself', () => {
  test('changes nothing', async () => {
    const { ask, host, paused } = await operators({ OPERATOR_WRITES: 'yes' })
    const foreign = [
      [],
      ['Origin: https://evil.example'],
      ['Origin: null'],
      ['Origin: not an origin'],
      [`Origin: http://${host}.evil.example`],
      [`Origin: http://${host}`, 'Sec-Fetch-Site: cross-site'],
      ['Sec-Fetch-Site: cross-site'],
      // Another port of this machine is the same site to a browser.
      ['Origin: http://127.0.0.1:1', 'Sec-Fetch-Site: same-site'],
      ['Sec-Fetch-Site: none'],
    ]
    for (const lines of foreign) {
      const response = await ask(PAUSE, basic(), ...lines)
      expect([lines, response.status]).toEqual([lines, 403])
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    }
    expect(await paused()).toBe(false)
  })

  test('reads nothing: neither as a script or an image, nor in a frame', async () => {
    const { ask } = await operators()
    const included = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script']
    expect((await ask('GET /operators/queues/api/queues', basic(), ...included)).status).toBe(403)
    const framed = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe']
    expect((await ask('GET /operators/queues/', basic(), ...framed)).status).toBe(403)
    const followed = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    expect((await ask('GET /operators/queues/', basic(), ...followed)).status).toBe(200)
  })

  test('while the page itself does, by either header that a browser sends', async () => {
    const { ask, host, paused } = await operators({ OPERATOR_WRITES: 'yes' })
    expect((await ask(PAUSE, basic(), 'Sec-Fetch-Site: same-origin')).status).toBe(200)
    expect(await paused()).toBe(true)
    const resume = PAUSE.replace('pause', 'resume')
    expect((await ask(resume, basic(), `Origin: http://${host}`)).status).toBe(200)
    expect(await paused()).toBe(false)
  })
})

describe('the operators’ pages', () => {
  test('are not kept, framed, sniffed or loaded from elsewhere, refused or not', async () => {
    const { ask } = await operators()
    for (const lines of [[bearer()], []]) {
      const { headers } = await ask('GET /operators/queues/', ...lines)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /default-src 'self'.*frame-ancestors 'none'/,
        ) as string,
      })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('refuse without their token in the one form of failure, and ask a browser for it', async () => {
    const { ask } = await operators()
    for (const target of ['GET /operators/queues/', 'GET /operators/queues/api/queues', PAUSE]) {
      const response = await ask(target)
      expect(response.status).toBe(401)
      expect(response.headers['www-authenticate']).toContain('Basic')
      expect(JSON.parse(response.body)).toEqual({
        success: false,
        error: expect.any(String) as string,
        code: 'UNAUTHENTICATED',
        requestId: expect.any(String) as string,
      })
    }
  })

  test('take ten wrong tokens a minute of an address, then not even the right one', async () => {
    const { ask } = await operators()
    const list = 'GET /operators/queues/api/queues'
    expect((await ask(list)).status, 'no token is no guess').toBe(401)
    for (let n = 0; n < 10; n += 1) expect((await ask(list, bearer(`guess-${n}`))).status).toBe(401)
    for (const line of [bearer('guess-10'), bearer(), basic()]) {
      const response = await ask(list, line)
      expect(response.status).toBe(429)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
    }
  })

  test('take no part of a token and nothing beside it', async () => {
    const { ask } = await operators()
    const wrong = [
      bearer(TOKEN.slice(0, -1)),
      bearer(`${TOKEN}x`),
      bearer(TOKEN.toUpperCase()),
      `Authorization: Digest ${TOKEN}`,
      `Cookie: token=${TOKEN}`,
    ]
    for (const line of wrong) expect((await ask('GET /operators/queues/', line)).status).toBe(401)
    expect((await ask(`GET /operators/queues/?token=${TOKEN}`)).status).toBe(401)
  })
})
