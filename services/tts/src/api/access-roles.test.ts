import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import type { Person } from '@andscene/contracts/internal'
import type { Role } from '@andscene/contracts/sharing/roles'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, guestOf, lineOf } from '../testing/api-harness.ts'

const on = apiHarness()

beforeEach(async () => {
  for (const id of ['s1', 's2']) on.script(id)
  on.harness.scripts.share('s2', 'link of s2', 'commenter')
  on.provider.words = [{ at: 0, length: 4, startMs: 20, endMs: 400 }]
  await on.withWorker()
})

type Row = {
  who: string
  as: string | Person
  role?: Role
  /** Expected response by request: a status code, or the listed scripts. */
  expected: Record<
    'cast' | 'voice' | 'text' | 'noLine' | 'read' | 'words' | 'narration' | 'clear' | 'listed',
    unknown
  >
}
const heard = { cast: 200, read: 200, words: 200, narration: 200 }
const refused = { voice: 404, text: 404, noLine: 404, clear: 404 }
const asCast = { ...heard, ...refused, listed: ['s1'] }
const guest = { ...asCast, clear: 403, listed: 403 }
const nothing = { ...refused, cast: 404, read: 404, words: 404, narration: 404, listed: [] }
const nothingForGuest = { ...nothing, clear: 403, listed: 403 }

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
  { who: 'a guest of a revoked link', as: guestOf('s1'), expected: nothingForGuest },
  { who: 'a guest of another script', as: guestOf('s2', 'link of s2'), expected: nothingForGuest },
]

describe('product §1: access to the audio of a script by role', () => {
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
      words: await status(on.get(`/api/words/${path}`, {}, as)),
      narration: await status(on.get('/api/scripts/s1/narration', {}, as)),
      listed:
        listed
          .json<{ data?: { narrations: NarrationSummary[] } }>()
          .data?.narrations.map(({ scriptId }) => scriptId) ?? listed.statusCode,
      clear: await status(on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-2' }, as)),
    }).toEqual(expected)
    expect(await status(on.post('/api/caching/clear-cache', { scriptId: 's1' }, as))).toBe(expected.clear)
  })

  test.each(['ada', guestOf('s1')])('responds to %j without access as for a missing script', async (as) => {
    for (const [one, missing] of [
      [await on.generate(lineOf(1), as), await on.generate(lineOf(1, { scriptId: 's3' }), as)],
      [await on.get('/api/scripts/s1/narration', {}, as), await on.get('/api/scripts/s3/narration', {}, as)],
    ] as const) {
      expect(one.statusCode).toBe(404)
      expect(one.json()).toEqual({ ...missing.json(), requestId: one.json().requestId })
    }
  })

  test('rejects previews and texts of their own from guests, and hides previews of others', async () => {
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
    // A guest is rejected even with the owner's user id.
    expect((await on.get(`/api/audio/${own}`, {}, { ...as, uid: 'owner' })).statusCode).toBe(404)
  })
})
