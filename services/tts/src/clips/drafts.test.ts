import type { SourceLine } from '@andscene/contracts/internal'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { untilIdle } from '../testing/expectations.ts'
import type { FakeScript } from '../testing/scripts-stub.ts'

const on = apiHarness()

const line = (n: number, text: string, character = 'ANNA'): SourceLine => ({
  _id: `l${n}`,
  type: 'Dialogue',
  text,
  character,
})
const FIRST = [line(1, 'Good morning.'), line(2, 'Good evening.'), line(3, 'Where is Tom?'), line(4, 'Out.')]
/** Moves line 4, rewords line 2, cuts line 3, and adds two equal lines and one that another line says, too. */
const SECOND = [
  line(4, 'Out.'),
  line(1, 'Good morning.'),
  line(2, 'Good night.'),
  { ...line(0, 'Wait!'), _id: 'd2-4' },
  { ...line(0, 'Wait!'), _id: 'd2-5' },
  { ...line(0, 'Out.'), _id: 'd2-6' },
]
/** More lines than a page of them has, with twenty texts. */
const longDraft = (draft: number): SourceLine[] =>
  Array.from({ length: 1_200 }, (_, n) => line(n, `Draft ${draft}, text ${n % 20}.`))
const script = (castingVersion: number, lines: SourceLine[], more: Partial<FakeScript> = {}): FakeScript => ({
  ownerId: 'owner',
  casting: { characterAssignments: { ANNA: 'test:one', BEN: 'test:two' } },
  castingVersion,
  lines,
  ...more,
})
const secondDraft = (more: Partial<FakeScript> = {}) =>
  script(2, SECOND, { drafts: { 1: FIRST, 2: SECOND }, ...more })

/** Plans the script and waits for its clips; returns the texts that were spoken for it. */
async function spokenFor(changed: FakeScript): Promise<string[]> {
  const before = on.provider.asked.length
  on.script('s1', changed)
  await on.harness.plan('s1')
  await on.planned()
  await untilIdle(on.harness)
  return on.provider.asked.slice(before)
}
const hear = (lineId: string, text: string, more: object = {}, who?: string) =>
  on.generate({ voiceId: 'test:one', scriptId: 's1', lineId, text, ...more }, who)
const fromCache = (response: { headers: Record<string, unknown> }) => response.headers[CLIP_HEADERS.fromCache]

describe('product §16: a new draft', () => {
  test('makes one clip for each new text of a voice, and none for lines that are unchanged or moved', async () => {
    await on.withWorker()
    expect(await spokenFor(script(1, FIRST))).toHaveLength(4)
    expect((await spokenFor(secondDraft())).toSorted()).toEqual(['Good night.', 'Wait!'])
    // Present again: all clips are there.
    expect(await spokenFor(script(3, FIRST))).toEqual([])
  })

  test('leaves the clips of older drafts, which are heard with the number of their draft', async () => {
    await on.withWorker()
    await spokenFor(script(1, FIRST))
    await spokenFor(secondDraft())
    expect(await on.stored()).toBe(6)
    on.harness.scripts.share('s1', 'listener', 'listener')
    for (const [lineId, text] of [
      ['l2', 'Good evening.'],
      ['l3', 'Where is Tom?'],
    ] as const) {
      const heard = await hear(lineId, text, { draft: 1 }, 'listener')
      expect([heard.statusCode, fromCache(heard)]).toEqual([200, 'true'])
    }
    expect((await hear('l2', 'Good night.', { draft: 2 }, 'listener')).statusCode).toBe(200)
    // As the present draft has no such line.
    expect((await hear('l3', 'Where is Tom?', {}, 'listener')).statusCode).toBe(404)
    expect((await hear('l2', 'Good evening.', {}, 'listener')).statusCode).toBe(404)
  })

  test('a line of a draft that the user may not open is like a line that is missing', async () => {
    on.provider.words = [{ at: 0, length: 4, startMs: 0, endMs: 900 }]
    await on.withWorker()
    await spokenFor(script(1, FIRST))
    await spokenFor(secondDraft())
    const path = String((await hear('l1', 'Good morning.')).headers[CLIP_HEADERS.path])
    for (const draft of [3, 100_000]) {
      const refused = await hear('l2', 'Good evening.', { draft })
      expect([refused.statusCode, refused.json().error]).toEqual([
        404,
        (await hear('l9', 'No.')).json().error,
      ])
      expect((await on.get(`/api/words/${path}?lineId=l1&draft=${draft}`)).statusCode).toBe(404)
    }
    for (const draft of [0, -1, 1.5, 100_001, '1; DROP'])
      expect((await hear('l2', 'Good evening.', { draft })).statusCode).toBe(400)
  })

  test('the words of a clip are found in the line of that draft', async () => {
    on.provider.words = [{ at: 5, length: 8, startMs: 0, endMs: 900 }]
    await on.withWorker()
    await spokenFor(script(1, FIRST))
    await spokenFor(secondDraft())
    const path = String((await hear('l3', 'Where is Tom?', { draft: 1 })).headers[CLIP_HEADERS.path])
    const words = await on.get(`/api/words/${path}?lineId=l3&draft=1`)
    expect(words.json().data.words).toMatchObject([{ from: 6 }])
    expect((await on.get(`/api/words/${path}?lineId=l3`)).statusCode).toBe(404)
  })

  test('deletes the clips of a line as it is in one draft', async () => {
    await on.withWorker()
    await spokenFor(script(1, FIRST))
    await spokenFor(secondDraft())
    const clear = async (more: object = {}) =>
      (await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'l2', ...more })).json()
    expect((await clear({ draft: 1 })).filesDeleted).toBe(1)
    expect(fromCache(await hear('l2', 'Good night.'))).toBe('true')
    expect(fromCache(await hear('l2', 'Good evening.', { draft: 1 }))).toBe('false')
    expect((await clear()).filesDeleted).toBe(1)
    expect(fromCache(await hear('l2', 'Good evening.', { draft: 1 }))).toBe('true')
    expect((await clear({ draft: 3 })).success).toBe(false)
  })

  test('a listener who waits for a line of the draft before gets it, and waiting clips of cut lines are dropped', async () => {
    on.script('s1', script(1, FIRST))
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    const release = on.provider.hold()
    await on.harness.plan('s1')
    await on.planned()
    await expect.poll(() => on.provider.asked.length).toBe(1)
    const waits = hear('l3', 'Where is Tom?', { draft: 1 })
    await expect.poll(() => on.harness.lineAudio.queue.getPrioritizedCount()).toBeGreaterThan(0)
    on.script('s1', secondDraft())
    await on.harness.plan('s1')
    await on.planned()
    release()
    expect((await waits).statusCode).toBe(200)
    await untilIdle(on.harness)
    expect(on.provider.asked.toSorted()).toEqual([
      'Good morning.',
      'Good night.',
      'Out.',
      'Wait!',
      'Where is Tom?',
    ])
  })

  test('a listener of the draft before moves the plan to the place of that line in the present one', async () => {
    on.script('s1', secondDraft())
    await on.withWorker()
    await hear('l4', 'Out.', { draft: 1 })
    await on.planned()
    const listener = () => on.inRedis((redis) => redis.get(on.key('listener:s1')))
    await expect.poll(listener).toBe('0')
    await hear('l1', 'Good morning.')
    await on.planned()
    await expect.poll(listener).toBe('1')
    // A line that was cut has no place in the present draft.
    await hear('l3', 'Where is Tom?', { draft: 1 })
    await on.planned()
    expect(await listener()).toBe('1')
  })

  test('that arrives while the lines of the draft before are read is read from its start', async () => {
    on.script('s1', script(1, longDraft(1)))
    let reads = 0
    on.harness.scripts.onRead(async () => {
      reads += 1
      if (reads === 2) on.script('s1', script(2, longDraft(2)))
    })
    await on.withWorker()
    await on.harness.plan('s1')
    await on.planned()
    await untilIdle(on.harness)
    expect([
      on.provider.asked.length,
      on.provider.asked.filter((text) => text.startsWith('Draft 1')),
    ]).toEqual([20, []])
  })
})
