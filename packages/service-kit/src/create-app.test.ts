import { closedSchema } from '@andscene/contracts/schema/closed-schema'
import { Type } from '@andscene/contracts/schema/schema'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp, type App } from './create-app.ts'
import { HttpError } from './http-error.ts'

let app: App
beforeEach(async () => {
  app = await createApp({ name: 'test', logLevel: 'silent' })
})
afterEach(() => app.close())

describe('architecture §5: one error format', () => {
  test('a 5xx response contains no internal details', async () => {
    app.get('/boom', async () => {
      throw new Error('connection to 10.0.0.1 refused')
    })
    const response = await app.inject('/boom')
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('10.0.0.1')
    expect(response.json()).toMatchObject({ success: false, code: 'INTERNAL', requestId: expect.any(String) })
  })

  test('an error with a code keeps its sentence, status and Retry-After', async () => {
    app.get('/busy', async () => {
      throw new HttpError('TOO_MANY_REQUESTS', 'Slow down', { retryAfter: 1.2 })
    })
    const response = await app.inject('/busy')
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ error: 'Slow down', code: 'TOO_MANY_REQUESTS' })
  })

  test('a body is not converted to match its schema, a query is', async () => {
    const schema = Type.Object({ n: Type.Integer({ title: 'The number' }) })
    app.post('/body', { schema: { body: schema } }, async (request) => request.body)
    app.get('/query', { schema: { querystring: schema } }, async (request) => request.query)
    const refused = await app.inject({ method: 'POST', url: '/body', payload: { n: '1' } })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'VALIDATION', error: 'The number must be a whole number' })
    expect((await app.inject('/query?n=1')).json()).toEqual({ n: 1 })
    const odd = ['%20', '%201', '0x10', '1e2', '', '1&n=2', '%ef%bc%91']
    const statuses = await Promise.all(odd.map(async (n) => (await app.inject(`/query?n=${n}`)).statusCode))
    expect(statuses).toEqual(odd.map(() => 400))
  })

  test('fields that a closed schema does not declare are dropped at every depth, whatever their names', async () => {
    const named = closedSchema(Type.Object({ name: Type.String(), count: Type.Optional(Type.Integer()) }))
    const many = Type.Union([Type.Record(Type.String(), Type.String()), Type.Array(named)])
    const body = closedSchema(Type.Object({ one: named, many: Type.Optional(many) }))
    app.post('/body', { schema: { body } }, async (request) => request.body)
    app.get('/query', { schema: { querystring: named } }, async (request) => request.query)
    const extra =
      '"_id":1,"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":{"$gt":""}'
    const send = async (entries: string) => {
      const text = `{"one":{"name":"a",${extra}},${extra},"many":${entries}}`
      const headers = { 'content-type': 'application/json' }
      return (await app.inject({ method: 'POST', url: '/body', payload: text, headers })).body
    }
    expect(await send(`[{${extra},"name":"b","count":1}]`)).toBe(
      '{"one":{"name":"a"},"many":[{"name":"b","count":1}]}',
    )
    expect(await send('{"toString":"c"}')).toBe('{"one":{"name":"a"},"many":{"toString":"c"}}')
    const query = 'name=a&_id=1&__proto__=2&constructor=3&name[x]=4'
    expect((await app.inject(`/query?${query}`)).body).toBe('{"name":"a"}')
  })

  test("the caller's request id is used if it is well-formed, else replaced", async () => {
    app.get('/', async () => ({}))
    const kept = await app.inject({ url: '/', headers: { 'x-request-id': 'abcdefgh-1' } })
    const replaced = await app.inject({ url: '/', headers: { 'x-request-id': 'a b\n' } })
    expect(kept.headers['x-request-id']).toBe('abcdefgh-1')
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('readiness', () => {
  test('fails while a check fails and names it', async () => {
    let up = false
    app.readiness.addCheck('redis', async () => {
      if (!up) throw new Error('away')
    })
    const away = await app.inject('/readyz')
    expect(away.statusCode).toBe(503)
    expect(away.json()).toMatchObject({ failed: { redis: 'away' } })
    up = true
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('a detail that does not resolve is left out and delays nothing', async () => {
    const asked = Promise.withResolvers<void>()
    // Fails unless both checks run concurrently.
    app.readiness.addCheck('both', () => asked.promise)
    app.readiness.addDetail('there', async () => 'said')
    app.readiness.addDetail('silent', () => {
      asked.resolve()
      return new Promise(() => undefined)
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let said: unknown
    const responded = app.inject('/readyz').then((response) => (said = response.json()))
    await asked.promise
    // The gateway waits 2 s for the whole response.
    await vi.advanceTimersByTimeAsync(1_900)
    await responded
    expect(said).toEqual({ success: true, status: 'ok', there: 'said' })
  })

  test('stays off once draining, while liveness stays on', async () => {
    app.readiness.drain()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})
