import type { User } from 'firebase/auth'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, ApiError, AUDIO_CONCURRENCY } from './api-client.ts'
import { setConfig } from './config.ts'
import { sessionStore } from './identity.ts'
import { SIGNED_OUT_KEY, TOKEN_KEY } from './storage-keys.ts'
import { tokenOf } from './testing/token.ts'

const { signOut, user } = vi.hoisted(() => {
  const expirationTime = new Date(Date.now() + 3.6e6).toUTCString()
  return {
    signOut: vi.fn<() => Promise<void>>(async () => undefined),
    user: { uid: 'u1', getIdTokenResult: async () => ({ token: 'fresh', expirationTime }) },
  }
})
vi.mock('./identity-sdk.ts', () => {
  let listener: (user: unknown) => void
  return {
    auth: {},
    sdk: {
      signOut,
      updateCurrentUser: async () => listener(user),
      onIdTokenChanged: (_: unknown, given: (user: unknown) => void) => {
        listener = given
        queueMicrotask(() => listener(user))
        return () => undefined
      },
    },
  }
})

const BASE = `${location.origin}/api`
const server = setupServer()
const toLogin = vi.fn<() => void>()
beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  setConfig({ apiBaseUrl: BASE, firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } })
})
beforeEach(() => sessionStore.setLoginNavigation(toLogin))
afterEach(async () => {
  server.resetHandlers()
  await sessionStore.end()
  localStorage.clear()
  vi.clearAllMocks()
})
afterAll(() => server.close())

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('should have failed'),
    (error: unknown) => error as ApiError,
  )

test('product §6 a request carries a Bearer token when one is stored, and none otherwise', async () => {
  const seen: (string | null)[] = []
  server.use(
    http.get(`${BASE}/scripts`, ({ request }) => {
      seen.push(request.headers.get('authorization'))
      return HttpResponse.json({ success: true })
    }),
  )
  await api.get('/scripts')
  localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored'))
  await api.get('/scripts')
  expect(seen).toEqual([null, 'Bearer fresh'])
})

test('product §8 a 401 removes the stored token, signs the SDK out and leads to /secret-login', async () => {
  localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored'))
  server.use(
    http.get(`${BASE}/scripts`, () =>
      HttpResponse.json(
        { success: false, error: 'Please sign in', code: 'UNAUTHENTICATED', requestId: 'r1' },
        { status: 401 },
      ),
    ),
  )
  const error = await failureOf(api.get('/scripts'))
  expect(error).toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'Please sign in',
    requestId: 'r1',
  })
  await vi.waitFor(() => expect(signOut).toHaveBeenCalled())
  expect(toLogin).toHaveBeenCalledOnce()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

const unauthenticated = () =>
  HttpResponse.json({ success: false, error: 'x', code: 'UNAUTHENTICATED', requestId: 'r' }, { status: 401 })

describe('product §8 several 401 answers are one end', () => {
  test('of calls at once: one sign-out, once to /secret-login', async () => {
    localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored'))
    server.use(
      http.get(`${BASE}/scripts`, unauthenticated),
      http.post(`${BASE}/voices/generate`, unauthenticated),
      http.post(`${BASE}/scripts/upload`, unauthenticated),
    )
    const errors = await Promise.all([
      ...Array.from({ length: 5 }, () => failureOf(api.get('/scripts'))),
      failureOf(api.blob('/voices/generate', { text: 'a' })),
      failureOf(api.upload('/scripts/upload', new FormData())),
    ])
    expect(errors.map(({ status }) => status)).toEqual(Array(7).fill(401))
    await vi.waitFor(() => expect(sessionStore.getState().status).toBe('anonymous'))
    expect(toLogin).toHaveBeenCalledOnce()
    expect(signOut).toHaveBeenCalledOnce()
  })

  test('one that comes late does not end the next session', async () => {
    localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored'))
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    server.use(
      http.get(`${BASE}/scripts`, unauthenticated),
      http.get(`${BASE}/late`, async () => {
        arrive()
        await held
        return unauthenticated()
      }),
    )
    const late = failureOf(api.get('/late'))
    await arrived
    await failureOf(api.get('/scripts'))
    const whileLeaving = failureOf(api.get('/late'))
    await vi.waitFor(() => expect(sessionStore.getState().status).toBe('anonymous'))
    localStorage.setItem(TOKEN_KEY, 'of the next session')
    answer()
    expect(await late).toMatchObject({ status: 401 })
    expect(await whileLeaving).toMatchObject({ code: 'ABORTED' })
    expect(localStorage.getItem(TOKEN_KEY)).toBe('of the next session')
    expect(toLogin).toHaveBeenCalledOnce()
  })
})

test('a call whose session another tab ends before it is sent is not sent without a token', async () => {
  await sessionStore.prepare()
  await sessionStore.admit(user as unknown as User)
  const asked = vi.fn<() => void>()
  server.use(
    http.get(`${BASE}/scripts`, () => {
      asked()
      return unauthenticated()
    }),
  )
  const early = failureOf(api.get('/scripts'))
  localStorage.removeItem(TOKEN_KEY)
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT_KEY, newValue: '1' }))
  const late = failureOf(api.get('/scripts'))
  expect(await early).toMatchObject({ code: 'ABORTED' })
  expect(await late).toMatchObject({ code: 'ABORTED' })
  expect(asked).not.toHaveBeenCalled()
})

test('product §8 time-outs and network errors do not redirect', async () => {
  server.use(
    http.get(`${BASE}/slow`, async () => {
      await delay('infinite')
      return new HttpResponse()
    }),
    http.get(`${BASE}/down`, () => HttpResponse.error()),
  )
  expect(await failureOf(api.get('/slow', { timeoutMs: 20 }))).toMatchObject({ status: 0, code: 'TIMEOUT' })
  expect(await failureOf(api.get('/down'))).toMatchObject({ status: 0, code: 'NETWORK' })
  expect(toLogin).not.toHaveBeenCalled()
})

test("product §8 a call that is given up says 'Request aborted'", async () => {
  server.use(
    http.get(`${BASE}/slow`, async () => {
      await delay('infinite')
      return new HttpResponse()
    }),
  )
  const giveUp = new AbortController()
  const call = failureOf(api.get('/slow', { signal: giveUp.signal }))
  giveUp.abort()
  expect(await call).toMatchObject({ code: 'ABORTED', message: 'Request aborted' })
})

test('a failure that is not ours keeps its status and makes up no sentence of the backend', async () => {
  server.use(
    http.get(`${BASE}/x`, () => new HttpResponse('<html>', { status: 503, headers: { 'retry-after': '7' } })),
  )
  const error = await failureOf(api.get('/x'))
  expect(error).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 7 })
  expect(error.serverMessage).toBeUndefined()
})

test('a page of somebody else in place of an answer is no answer: the network is at fault', async () => {
  server.use(
    http.get(`${BASE}/x`, () => new HttpResponse('<html>Log in to the network of the hotel</html>')),
    http.get(`${BASE}/nothing`, () => new HttpResponse(null, { status: 204 })),
  )
  expect(await failureOf(api.get('/x'))).toMatchObject({ status: 0, code: 'NETWORK' })
  expect(await api.get('/nothing')).toEqual({})
})

describe('product §9 at most 5 concurrent audio requests', () => {
  test('the sixth is refused, and a place is free again once one has arrived whole', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    server.use(
      http.post(`${BASE}/voices/generate`, async () => {
        await held
        return new HttpResponse('sound', { headers: { 'x-audio-path': 'scripts/s/v/k.mp3' } })
      }),
    )
    const calls = Array.from({ length: AUDIO_CONCURRENCY }, () => api.blob('/voices/generate', { text: 'a' }))
    const refused = await failureOf(api.blob('/voices/generate', { text: 'b' }))
    expect(refused.message).toBe('Too many concurrent requests')
    answer()
    const [first] = await Promise.all(calls)
    expect(first!.headers.get('x-audio-path')).toBe('scripts/s/v/k.mp3')
    expect(await first!.text()).toBe('sound')
    expect(await (await api.blob('/voices/generate', { text: 'c' })).text()).toBe('sound')
  })
})

const form = () => {
  const body = new FormData()
  body.append('script', new File(['x'.repeat(1000)], 'a.fdx'))
  return body
}

describe('upload', () => {
  test('sends the file with its idempotency key and answers the body', async () => {
    let key: string | null = null
    server.use(
      http.post(`${BASE}/scripts/upload`, async ({ request }) => {
        key = request.headers.get('idempotency-key')
        const body = await request.text()
        return HttpResponse.json({
          success: true,
          data: { part: /name="script"; filename="a.fdx"/.test(body) },
        })
      }),
    )
    const progress: number[] = []
    const answer = await api.upload('/scripts/upload', form(), {
      idempotencyKey: 'k1',
      onProgress: (share) => progress.push(share),
    })
    expect(answer).toMatchObject({ data: { part: true } })
    expect(progress.at(-1)).toBe(1)
    expect(key).toBe('k1')
  })

  test('rejects with the sentence of the backend, and stops when given up', async () => {
    server.use(
      http.post(`${BASE}/scripts/upload`, () =>
        HttpResponse.json(
          { success: false, error: 'Not a Final Draft file', code: 'UNPARSABLE_SCRIPT', requestId: 'r' },
          { status: 422 },
        ),
      ),
    )
    expect(await failureOf(api.upload('/scripts/upload', form()))).toMatchObject({
      status: 422,
      message: 'Not a Final Draft file',
    })
    const giveUp = new AbortController()
    giveUp.abort()
    expect(await failureOf(api.upload('/scripts/upload', form(), { signal: giveUp.signal }))).toMatchObject({
      code: 'ABORTED',
    })
  })
})
