import { CLIP_HEADERS } from '@andscene/contracts/clip'
import type { Person } from '@andscene/contracts/internal'
import type { Role } from '@andscene/contracts/roles'
import type { NarrationSummary } from '@andscene/contracts/voice'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, guestOf, lineOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()

beforeEach(async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  on.harness.scripts.scripts.set('s2', scriptOf(3, 'test:one'))
  on.harness.scripts.share('s2', 'link of s2', 'commenter')
  await on.withWorker()
})

type Row = {
  who: string
  as: string | Person
  role?: Role
  /** Status by request. */
  expected: Record<'cast' | 'voice' | 'text' | 'noLine' | 'read' | 'narration' | 'clear' | 'listed', unknown>
}
const heard = { cast: 200, read: 200, narration: 200 }
const refused = { voice: 404, text: 404, noLine: 404, clear: 404 }
const asCast = { ...heard, ...refused, listed: ['s1'] }
const guest = { ...asCast, clear: 403, listed: 403 }
const nothing = { ...refused, cast: 404, read: 404, narration: 404, listed: [] }

const rows: Row[] = [
  {
    who: 'the owner',
    as: 'owner',
    expected: { ...heard, voice: 200, text: 200, noLine: 200, clear: 200, listed: ['s1'] },
  },
  { who: 'an editor', as: 'ada', role: 'editor', expected: { ...asCast, voice: 200 } },
  { who: 'a commenter', as: 'ada', role: 'commenter', expected: asCast },
  { who: 'a listener', as: 'ada', role: 'listener', expected: asCast },
  { who: 'a guest who may comment', as: guestOf('s1'), role: 'commenter', expected: guest },
  { who: 'a guest who may listen', as: guestOf('s1'), role: 'listener', expected: guest },
  { who: 'a stranger', as: 'ada', expected: nothing },
  { who: 'a guest of a revoked link', as: guestOf('s1'), expected: { ...nothing, clear: 403, listed: 403 } },
  {
    who: 'a guest of another script',
    as: guestOf('s2', 'link of s2'),
    expected: { ...nothing, clear: 403, listed: 403 },
  },
]

describe('product §1: who may hear what of a script', () => {
  test.each(rows)('$who', async ({ as, role, expected }) => {
    const { scripts } = on.harness
    const path = (await on.generate(lineOf(1))).headers[CLIP_HEADERS.path]
    if (role) scripts.share('s1', typeof as === 'string' ? as : 'link', role)
    const status = async (asked: ReturnType<typeof on.get>) => (await asked).statusCode
    const listed = await on.get('/api/narration?scripts=s1', {}, as)
    expect({
      cast: await status(on.generate(lineOf(1), as)),
      voice: await status(on.generate(lineOf(1, { voiceId: 'test:two' }), as)),
      text: await status(on.generate(lineOf(1, { text: 'Something else.' }), as)),
      noLine: await status(on.generate({ voiceId: 'test:one', text: 'Aside.', scriptId: 's1' }, as)),
      read: await status(on.get(`/api/audio/${path}`, {}, as)),
      narration: await status(on.get('/api/scripts/s1/narration', {}, as)),
      listed:
        listed.statusCode === 200
          ? listed
              .json<{ data: { narrations: NarrationSummary[] } }>()
              .data.narrations.map(({ scriptId }) => scriptId)
          : listed.statusCode,
      clear: await status(on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-2' }, as)),
    }).toEqual(expected)
    expect(await status(on.post('/api/caching/clear-cache', { scriptId: 's1' }, as))).toBe(expected.clear)
  })

  test.each(['ada', guestOf('s1')])(
    'what somebody may not hear looks as if it was not there: %j',
    async (as) => {
      for (const [one, missing] of [
        [await on.generate(lineOf(1), as), await on.generate(lineOf(1, { scriptId: 's3' }), as)],
        [
          await on.get('/api/scripts/s1/narration', {}, as),
          await on.get('/api/scripts/s3/narration', {}, as),
        ],
      ] as const) {
        expect(one.statusCode).toBe(404)
        expect(one.json()).toEqual({ ...missing.json(), requestId: one.json().requestId })
      }
    },
  )

  test('a deleted script is nobody’s, before scripts is asked', async () => {
    const path = (await on.generate(lineOf(1))).headers[CLIP_HEADERS.path]
    on.harness.scripts.share('s1', 'link', 'listener')
    await on.harness.index.raiseEpoch('s1', { erased: true })
    expect((await on.get(`/api/audio/${path}`, {}, guestOf('s1'))).statusCode).toBe(404)
    expect(on.harness.scripts.accessAsked()).toBe(0)
  })

  test('guests have no voices, previews or texts of their own', async () => {
    on.harness.scripts.share('s1', 'link', 'commenter')
    const preview = { voiceId: 'test:one', text: 'Hello.' }
    const own = (await on.post('/api/voices/preview', preview)).headers[CLIP_HEADERS.path]
    const as = guestOf('s1')
    for (const response of [
      await on.post('/api/voices/preview', preview, as),
      await on.generate({ voiceId: 'test:one', text: 'Hello.' }, as),
    ]) {
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 'FORBIDDEN' })
    }
    expect((await on.get(`/api/audio/${own}`, {}, as)).statusCode).toBe(404)
    // Not even with the owner's id.
    expect((await on.get(`/api/audio/${own}`, {}, { ...as, uid: 'owner' })).statusCode).toBe(404)
  })
})

describe('architecture §5: how roles are known', () => {
  test('the owner needs no role', async () => {
    await on.generate(lineOf(1))
    await on.get('/api/scripts/s1/narration')
    await on.get('/api/narration?scripts=s1')
    expect(on.harness.scripts.accessAsked()).toBe(0)
  })

  test('while scripts is away a clip is for its owner alone', async () => {
    on.harness.scripts.share('s1', 'link', 'listener')
    on.harness.scripts.share('s1', 'ada', 'editor')
    const path = `/api/audio/${(await on.generate(lineOf(1))).headers[CLIP_HEADERS.path]}`
    expect((await on.get(path)).statusCode).toBe(200)
    await on.harness.scripts.close()
    expect((await on.get(path)).statusCode).toBe(200)
    for (const as of [guestOf('s1'), 'ada']) {
      const response = await on.get(path, {}, as)
      expect([response.statusCode, response.json().code]).toEqual([503, 'AWAY'])
    }
  })
})
