import { defineRoute } from '@andscene/contracts/define-route'
import { Done } from '@andscene/contracts/schema/envelope'
import { readHealth } from '@andscene/contracts/routes/health'
import { deleteScript, listScripts, uploadScript } from '@andscene/contracts/routes/scripts'
import { generateClip, readClip } from '@andscene/contracts/routes/speech'
import type { User } from 'firebase/auth'
import { delay, HttpResponse } from 'msw'
import { Type } from '@andscene/contracts/schema/schema'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askEarly, AUDIO_CONCURRENCY, call, presentIn } from './api-client.ts'
import { sessionStore } from '../session/identity.ts'
import { SIGNED_OUT_KEY, TOKEN_KEY } from '../storage-keys.ts'
import { backend, failureOf, SCRIPT } from '../testing/backend.ts'
import { conflicting, failed, holdRoute, stub } from '../testing/stub.ts'
import { tokenOf } from '../testing/token.ts'

const { signOut, user } = vi.hoisted(() => {
  const times = {
    issuedAtTime: new Date().toUTCString(),
    expirationTime: new Date(Date.now() + 3.6e6).toUTCString(),
  }
  return {
    signOut: vi.fn<() => Promise<void>>(async () => undefined),
    user: { uid: 'u1', getIdTokenResult: async () => ({ token: 'fresh', ...times }) },
  }
})
vi.mock('../session/identity-sdk.ts', () => {
  let listener: (user: unknown) => void
  return {
    auth: {},
    sdk: {
      signOut,
      updateCurrentUser: async () => listener(user),
      onIdTokenChanged: (_: unknown, callback: (user: unknown) => void) => {
        listener = callback
        queueMicrotask(() => listener(user))
        return () => undefined
      },
    },
  }
})

const server = backend()
const toLogin = vi.fn<() => void>()
beforeEach(() => sessionStore.setLoginNavigation(toLogin))
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await sessionStore.end()
  localStorage.clear()
  vi.clearAllMocks()
})

const admit = async () => {
  await sessionStore.prepare()
  await sessionStore.admit(user as unknown as User)
}

const NO_SCRIPTS = { success: true as const, data: { scripts: [] } }
const CLIP = { voiceId: 'local:june', text: 'a' }
const unauthenticated = () => failed('UNAUTHENTICATED', 'Please sign in')

test('product §6 sends the stored token as a Bearer token, and no Authorization header without one', async () => {
  const seen: (string | null)[] = []
  server.use(
    stub(listScripts, ({ request }) => {
      seen.push(request.headers.get('authorization'))
      return NO_SCRIPTS
    }),
  )
  await call(listScripts, {})
  await admit()
  await call(listScripts, {})
  expect(seen).toEqual([null, 'Bearer fresh'])
})

test("sends the caller's body and headers to the path of the route", async () => {
  const seen: unknown[] = []
  server.use(
    stub(generateClip, ({ body, request }) => {
      seen.push(body, request.headers.get('content-type'), request.headers.get('if-match'))
      return new HttpResponse('sound')
    }),
    stub(readClip, ({ request }) => {
      seen.push(new URL(request.url).pathname)
      return new HttpResponse('sound')
    }),
  )
  await call(generateClip, { body: CLIP, headers: { 'if-match': 'x' } })
  await call(readClip, { params: { '*': 'scripts/s 1/k.mp3' } })
  expect(seen).toEqual([CLIP, 'application/json', 'x', '/api/audio/scripts/s%201/k.mp3'])
})

describe('product §8 several 401 responses end the session once', () => {
  test('concurrent 401 responses remove the token, sign out once and open /secret-login once', async () => {
    localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored'))
    server.use(
      stub(listScripts, unauthenticated),
      stub(generateClip, unauthenticated),
      stub(uploadScript, unauthenticated),
    )
    const errors = await Promise.all([
      ...Array.from({ length: 5 }, () => failureOf(call(listScripts, {}))),
      failureOf(call(generateClip, { body: CLIP })),
      failureOf(call(uploadScript, { body: new FormData() })),
    ])
    expect(errors.map(({ status }) => status)).toEqual(Array(7).fill(401))
    expect(errors[0]).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Please sign in', requestId: 'r' })
    await expect.poll(() => sessionStore.getState().status).toBe('anonymous')
    expect(toLogin).toHaveBeenCalledOnce()
    expect(signOut).toHaveBeenCalledOnce()
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  })

  test('a late 401 does not end the next session', async () => {
    localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored'))
    server.use(stub(listScripts, unauthenticated))
    const { arrived, respond } = holdRoute(server, readHealth, unauthenticated)
    const late = failureOf(call(readHealth, {}))
    await arrived
    await failureOf(call(listScripts, {}))
    const whileLeaving = failureOf(call(readHealth, {}))
    await expect.poll(() => sessionStore.getState().status).toBe('anonymous')
    localStorage.setItem(TOKEN_KEY, 'of the next session')
    respond()
    expect(await late).toMatchObject({ status: 401 })
    expect(await whileLeaving).toMatchObject({ code: 'ABORTED' })
    expect(localStorage.getItem(TOKEN_KEY)).toBe('of the next session')
    expect(toLogin).toHaveBeenCalledOnce()
  })
})

test('does not send a request without a token after another tab has ended the session', async () => {
  await admit()
  const asked = vi.fn<() => void>()
  server.use(
    stub(listScripts, () => {
      asked()
      return unauthenticated()
    }),
  )
  const early = failureOf(call(listScripts, {}))
  localStorage.removeItem(TOKEN_KEY)
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT_KEY, newValue: '1' }))
  const late = failureOf(call(listScripts, {}))
  expect(await early).toMatchObject({ code: 'ABORTED' })
  expect(await late).toMatchObject({ code: 'ABORTED' })
  expect(asked).not.toHaveBeenCalled()
})

test('discards the response when the session has ended meanwhile', async () => {
  await admit()
  const { arrived, respond } = holdRoute(server, listScripts, () => NO_SCRIPTS)
  const late = failureOf(call(listScripts, {}))
  await arrived
  await sessionStore.end()
  respond()
  expect(await late).toMatchObject({ code: 'ABORTED' })
})

const never = async () => {
  await delay('infinite')
  return new HttpResponse()
}
/** A route with a timeout of 20 ms. */
const shortRoute = defineRoute({
  id: 'impatient',
  endpoint: 'GET /api/impatient',
  service: 'gateway',
  access: 'visitor',
  summary: 'x',
  response: Done,
  limits: { timeoutMs: 20 },
})

test('product §8 timeouts and network errors do not redirect', async () => {
  server.use(
    stub(shortRoute, never),
    stub(listScripts, () => HttpResponse.error()),
  )
  expect(await failureOf(call(shortRoute, {}))).toMatchObject({ status: 0, code: 'TIMEOUT' })
  expect(await failureOf(call(listScripts, {}))).toMatchObject({ status: 0, code: 'NETWORK' })
  expect(toLogin).not.toHaveBeenCalled()
})

test("product §8 an aborted call rejects with 'Request aborted'", async () => {
  server.use(stub(listScripts, never))
  const controller = new AbortController()
  const result = failureOf(call(listScripts, { signal: controller.signal }))
  controller.abort()
  expect(await result).toMatchObject({ code: 'ABORTED', message: 'Request aborted' })
})

test('an error response of another server keeps its status and has no `serverMessage`', async () => {
  server.use(
    stub(listScripts, () => new HttpResponse('<html>', { status: 503, headers: { 'retry-after': '7' } })),
  )
  const error = await failureOf(call(listScripts, {}))
  expect(error).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 7 })
  expect(error.serverMessage).toBeUndefined()
})

test('a conflict contains the current state; other failures contain none', async () => {
  const change = defineRoute({
    ...deleteScript,
    errors: ['CONFLICT'],
    present: Type.Object({ title: Type.String() }),
  })
  server.use(stub(change, () => conflicting(change, { title: 'Rain' }), { once: true }))
  const params = { id: 's1' }
  expect(presentIn(change, await failureOf(call(change, { params })))).toEqual({ title: 'Rain' })
  server.use(stub(change, () => failed('NOT_FOUND', 'Script not found')))
  expect(presentIn(change, await failureOf(call(change, { params })))).toBeUndefined()
})

test('treats an HTML page instead of JSON as a network error', async () => {
  server.use(stub(listScripts, () => new HttpResponse('<html>Log in to the network of the hotel</html>')))
  expect(await failureOf(call(listScripts, {}))).toMatchObject({ status: 0, code: 'NETWORK' })
})

test('outside production, throws when a response does not match the schema of its route', async () => {
  server.use(stub(listScripts, () => HttpResponse.json({ success: true, data: {} })))
  await expect(call(listScripts, {})).rejects.toThrow(
    /^The response of listScripts does not match its schema: /,
  )
})

test('product §9 rejects the sixth concurrent audio request, and accepts another one after a response', async () => {
  const headers = { 'x-audio-path': 'scripts/s/v/k.mp3' }
  const { respond } = holdRoute(server, generateClip, () => new HttpResponse('sound', { headers }))
  const calls = Array.from({ length: AUDIO_CONCURRENCY }, () => call(generateClip, { body: CLIP }))
  const refused = await failureOf(call(generateClip, { body: CLIP }))
  expect(refused.message).toBe('Too many concurrent requests')
  respond()
  const [first] = await Promise.all(calls)
  expect(first!.headers.get('x-audio-path')).toBe('scripts/s/v/k.mp3')
  expect(await first!.text()).toBe('sound')
  expect(await (await call(generateClip, { body: CLIP })).text()).toBe('sound')
})

const form = () => {
  const body = new FormData()
  body.append('script', new File(['x'.repeat(1000)], 'a.fdx'))
  return body
}

describe('upload', () => {
  test('sends the file with its idempotency key and reports the progress', async () => {
    let key: string | null = null
    let received = ''
    server.use(
      stub(uploadScript, async ({ request }) => {
        key = request.headers.get('idempotency-key')
        received = await request.text()
        return { success: true, data: { script: SCRIPT } }
      }),
    )
    const progress: number[] = []
    const { data } = await call(uploadScript, {
      body: form(),
      headers: { 'idempotency-key': 'k1' },
      onProgress: (share) => progress.push(share),
    })
    expect(data.script).toEqual(SCRIPT)
    expect(received).toMatch(/name="script"; filename="a.fdx"/)
    expect(progress.at(-1)).toBe(1)
    expect(key).toBe('k1')
  })

  test("rejects with the backend's message and Retry-After", async () => {
    server.use(
      stub(uploadScript, () => failed('UNPARSABLE_SCRIPT', 'Not a Final Draft file', { 'retry-after': '3' })),
    )
    expect(await failureOf(call(uploadScript, { body: form() }))).toMatchObject({
      status: 422,
      message: 'Not a Final Draft file',
      retryAfter: 3,
    })
  })

  test('rejects an aborted upload as ABORTED', async () => {
    const { arrived } = holdRoute(server, uploadScript, () => new HttpResponse())
    const controller = new AbortController()
    const result = failureOf(call(uploadScript, { body: form(), signal: controller.signal }))
    await arrived
    controller.abort()
    expect(await result).toMatchObject({ code: 'ABORTED', message: 'Request aborted' })
  })
})

describe('an early request', () => {
  const asked: (string | null)[] = []
  const scripts = { ...NO_SCRIPTS, message: 'a' }
  beforeEach(() => {
    asked.length = 0
    server.use(
      stub(listScripts, ({ request }) => {
        asked.push(request.headers.get('authorization'))
        return scripts
      }),
    )
  })

  test('responds to the first call in the same session only; the second call sends its own request', async () => {
    await admit()
    askEarly('/api/scripts')
    await expect.poll(() => asked).toEqual(['Bearer fresh'])
    expect(await call(listScripts, {})).toEqual(scripts)
    expect(asked).toHaveLength(1)
    await call(listScripts, {})
    expect(asked).toHaveLength(2)
  })

  test('is not used in the next session', async () => {
    await admit()
    askEarly('/api/scripts')
    await expect.poll(() => asked).toEqual(['Bearer fresh'])
    await sessionStore.end()
    await call(listScripts, {})
    expect(asked).toEqual(['Bearer fresh', null])
  })

  test('after a failure, the call sends its own request', async () => {
    server.use(stub(listScripts, () => HttpResponse.error(), { once: true }))
    askEarly('/api/scripts')
    expect(await call(listScripts, {})).toEqual(scripts)
    expect(asked).toHaveLength(1)
  })

  test('a 401 does not end the session; the call sends its own request', async () => {
    await admit()
    server.use(stub(listScripts, unauthenticated, { once: true }))
    askEarly('/api/scripts')
    expect(await call(listScripts, {})).toEqual(scripts)
    expect(toLogin).not.toHaveBeenCalled()
    expect(asked).toEqual(['Bearer fresh'])
  })

  test('is aborted after 10 s without a call', async () => {
    vi.useFakeTimers()
    const signals: AbortSignal[] = []
    vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    })
    askEarly('/api/scripts')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
