import { freePort } from '@andscene/service-kit/free-port'
import type { App } from '@andscene/service-kit/create-app'
import { describe, expect, test } from 'vitest'
import type { Overview } from '../operators/overview.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
const TOKEN = 'a-long-operators-token'
const FILES = ['concerns', 'overview', 'sections', 'summary', 'tables', 'words'].map((name) => `${name}.js`)
const ROUTES = ['', '/overview.css', '/overview.json', ...FILES.map((name) => `/${name}`)]

async function operators(more: Record<string, string> = {}) {
  const app: App = await on.harness.api([on.provider], { OPERATOR_TOKEN: TOKEN, ...more })
  const get = (path: string, authorization = `Bearer ${TOKEN}`, headers: Record<string, string> = {}) =>
    app.inject({ url: `/operators${path}`, headers: { authorization, ...headers } })
  return { app, get, overview: async () => (await get('/overview.json')).json<Overview>() }
}

describe('product §15: the operators’ page', () => {
  test('opens for their token only, and is kept by nobody', async () => {
    const { app, get } = await operators()
    for (const path of ROUTES) {
      const open = await get(path)
      const refused = await app.inject(`/operators${path}`)
      const wrong = await app.inject({ url: `/operators${path}`, headers: { authorization: 'Bearer' } })
      const statuses = [open, refused, wrong].map(({ statusCode }) => statusCode)
      expect([path, ...statuses]).toEqual([path, 200, 401, 401])
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
    expect((await get('', `Bearer ${TOKEN}x`)).statusCode).toBe(401)
  })

  test('is not there without a token', async () => {
    for (const path of ROUTES)
      expect([path, (await on.app.inject(`/operators${path}`)).statusCode]).toEqual([path, 404])
  })

  test('runs no script and loads no style but its own files', async () => {
    const { get } = await operators()
    const { headers, body } = await get('')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(body).not.toMatch(/<script(?! type="module" src=)|<style|\sstyle=|\son\w+=|https?:\/\//)
    expect(String(headers['content-type'])).toMatch(/^text\/html/)
  })

  test('is plain JavaScript, which makes no markup of text', async () => {
    const { get } = await operators()
    for (const name of FILES) {
      const { headers, body } = await get(`/${name}`)
      expect(String(headers['content-type'])).toMatch(/^text\/javascript/)
      expect(body).not.toMatch(/\.innerHTML = |insertAdjacentHTML|document\.write|eval\(|import type|\.ts'/)
    }
  })

  test('is not given to another site that an operator’s browser shows', async () => {
    const { get } = await operators()
    const basic = `Basic ${Buffer.from(`op:${TOKEN}`).toString('base64')}`
    const foreign = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'script',
    }
    for (const path of ROUTES) expect((await get(path, basic, foreign)).statusCode).toBe(403)
    expect((await get('/overview.json', basic, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })

  test('takes nothing that would change something, or lead it elsewhere', async () => {
    const { app, get } = await operators({ OPERATOR_WRITES: 'yes' })
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const headers = { authorization: `Bearer ${TOKEN}` }
      const { statusCode } = await app.inject({ method, url: '/operators/overview.json', headers })
      expect([method, statusCode >= 400 && statusCode < 500]).toEqual([method, true])
    }
    const before = (await get('/overview.json')).json<Overview>().parts
    const named = await get('/overview.json?targets=edge=http://127.0.0.1:1&OPERATOR_TARGETS=http://x')
    expect(named.json<Overview>().parts.map(({ at }) => at)).toEqual(before.map(({ at }) => at))
  })

  test('refuses to start with targets that cannot be asked', async () => {
    await expect(operators({ OPERATOR_TARGETS: 'edge=ftp://a' })).rejects.toThrow(/^OPERATOR_TARGETS: /)
  })
})

describe('product §15: the operators’ page shows', () => {
  test('what a worker makes while it makes it, and a part that is not there', async () => {
    const worker = await on.withWorker()
    const origin = await worker.listen({ port: 0, host: '127.0.0.1' })
    const away = `http://127.0.0.1:${await freePort()}`
    const { overview } = await operators({ OPERATOR_TARGETS: `worker=${origin},edge=${away}` })
    let first = await overview()
    // What a worker needs is at hand a moment after it listens.
    const states = async () => {
      first = await overview()
      return first.parts.map(({ part, state }) => [part, state])
    }
    await expect.poll(states, { timeout: 15_000, interval: 200 }).toEqual([
      ['worker', 'up'],
      ['edge', 'away'],
      ['tts', 'up'],
    ])
    expect(first.workers).toMatchObject([{ state: 'up', clips: 0, naturalVoices: 'off', refusing: false }])
    expect(first.workers[0]?.lanes).toEqual([{ provider: 'test', busy: 0, all: 4 }])
    expect(first.disks.flatMap(({ parts }) => parts).toSorted()).toEqual(['tts', 'worker'])
    expect(first.failures.rows).toEqual([])

    const speaking = Promise.withResolvers<void>()
    on.provider.speak = () => speaking.promise
    on.harness.scripts.scripts.set('s1', scriptOf(6, 'test:one'))
    await on.harness.plan('s1')
    const busy = async () => {
      const { workers, queues } = await overview()
      const clips = queues.find(({ queue }) => queue === 'line-audio')
      return [workers[0]?.lanes[0]?.busy, workers[0]?.doing[0]?.jobs, clips?.active]
    }
    await expect.poll(busy, { timeout: 15_000, interval: 200 }).toEqual([4, 5, 5])
    speaking.resolve()
    const made = async () => {
      const { workers, speed } = await overview()
      return [workers[0]?.clips, speed.clips, speed.soundSeconds, workers[0]?.doing]
    }
    await expect.poll(made, { timeout: 15_000, interval: 200 }).toEqual([6, 6, 6, []])
    const text = JSON.stringify(await overview())
    expect(text).not.toMatch(/Text number|s1|owner/)
  })
})
