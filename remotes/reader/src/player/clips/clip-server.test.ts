import { setConfig } from '@andscene/web-kit/config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clipServer } from './clip-server.ts'

const request = { scriptId: 's', lineId: 'l', voiceId: 'v', text: 'Hello.' }
const SIOBHAN = { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling' } as const
const { signal } = new AbortController()

/** The timeouts that were requested, in milliseconds; `runOut` fires them. */
let limits: number[]
let runOut: () => void

beforeEach(() => {
  setConfig({ apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } })
  limits = []
  const controller = new AbortController()
  runOut = () => controller.abort(new DOMException('over', 'TimeoutError'))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return controller.signal
  })
  // A server that never responds.
  vi.stubGlobal(
    'fetch',
    (_address: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        const aborted = () => reject(init.signal?.reason)
        if (init.signal?.aborted) aborted()
        init.signal?.addEventListener('abort', aborted)
      }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['a stored clip after 30 s', () => clipServer.stored('a/b.mp3', signal), 30_000],
  ['a generated clip after 30 s', () => clipServer.generate(request, signal), 30_000],
  ['a preview after 25 s', () => clipServer.preview({ voiceId: 'v' }, signal), 25_000],
])("product §9 times out %s with 'Audio loading timeout'", async (_what, ask, limit) => {
  const clip = ask()
  clip.catch(() => undefined)
  await expect.poll(() => limits).toEqual([limit])
  runOut()
  await expect(clip).rejects.toMatchObject({ message: 'Audio loading timeout', status: 0 })
})

test('rejects with AbortError when a request is aborted', async () => {
  const controller = new AbortController()
  const clip = clipServer.generate(request, controller.signal)
  controller.abort()
  await expect(clip).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  [
    'a line, with its directions read',
    () => clipServer.generate({ ...request, readsDirections: true }, signal),
    { ...request, readsDirections: true },
  ],
  ['a line without directions', () => clipServer.generate(request, signal), request],
  [
    'a preview of a pronunciation',
    () => clipServer.preview({ voiceId: 'v', text: 'Siobhan.', pronunciation: SIOBHAN }, signal),
    { voiceId: 'v', text: 'Siobhan.', pronunciation: SIOBHAN },
  ],
])('product §5 requests %s', async (_what, ask, body) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    throw new TypeError('no network')
  })
  await ask().catch(() => undefined)
  expect(sent).toEqual([body])
})
