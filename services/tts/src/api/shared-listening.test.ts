import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, guestOf, lineOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
const GUEST = guestOf('s1')
beforeEach(() => {
  on.script('s1', 12)
  on.harness.scripts.share('s1', 'link', 'listener')
  on.harness.scripts.share('s1', 'ada', 'editor')
})

const usageOf = (ownerId: string) => on.harness.index.usage({ ownerId, day: on.harness.today })
const useUp = (ownerId: string) =>
  on.harness.index.addUsage({ ownerId, day: on.harness.today }, 24 * 3_600_000)

describe('product §1: the audio of a script uses the allowance of its owner', () => {
  test('for every listener', async () => {
    await on.withWorker({ QUEUE_WINDOW: '2' })
    on.script('s1', 1)
    await on.generate(lineOf(0), GUEST)
    expect(await usageOf('owner')).toBe(1_000)
    await on.generate(lineOf(0, { voiceId: 'test:two' }), 'ada')
    expect(await usageOf('owner')).toBe(2_000)
    expect([await usageOf(GUEST.uid), await usageOf('ada')]).toEqual([0, 0])
  })

  test('and is rejected when it is used up, whatever the allowance of the listener', async () => {
    await on.withWorker()
    await useUp('ada')
    const stored = await on.generate(lineOf(1), 'ada')
    expect(stored.statusCode).toBe(200)
    await useUp('owner')
    on.script('s1', scriptOf(12, 'test:two'))
    for (const as of ['ada', GUEST]) {
      const refused = await on.generate(lineOf(1, { voiceId: 'test:two' }), as)
      expect(refused.json()).toMatchObject({ code: 'ALLOWANCE_USED_UP' })
      expect((await on.get('/api/scripts/s1/narration', {}, as)).json().data.pausedUntil).toBeDefined()
    }
  })
})

describe('product §1: without the right to cast, lines are played in their assigned voice', () => {
  test('or in another one when the assigned voice was removed', async () => {
    const script = scriptOf(0, 'test:one')
    script.lines.push({ _id: 'line-0', type: 'Scene Heading', text: 'INT. KITCHEN - DAY' })
    script.casting.sceneHeadingVoiceId = 'test:two'
    on.script('s1', script)
    const line = lineOf(0, { text: 'INT. KITCHEN - DAY' })
    await on.withWorker()
    const refused = await on.generate(line, GUEST)
    expect([refused.statusCode, refused.json().error]).toEqual([404, 'Voice not found'])
    script.casting.sceneHeadingVoiceId = 'test:gone'
    expect((await on.generate(line, GUEST)).body).toBe('test:one says Interior. Kitchen. Day.')
  })

  test('and nothing is made or planned for other texts and voices', async () => {
    for (const [as, body] of [
      [GUEST, lineOf(1, { voiceId: 'test:two' })],
      [GUEST, lineOf(1, { text: 'Something else.' })],
      ['ada', lineOf(1, { text: 'Something else.' })],
      ['ada', { voiceId: 'test:one', scriptId: 's1', text: 'Something else.' }],
    ] as const)
      expect((await on.generate(body, as)).statusCode).toBe(404)
    expect(await on.jobs()).toBe(0)
    expect(await on.harness.narration.queue.getJobCountByTypes()).toBe(0)
  })

  test('but a preview of an editor uses their own allowance', async () => {
    await on.withWorker()
    const response = await on.generate({ voiceId: 'test:two', text: 'Hello there.' }, 'ada')
    expect(response.headers[CLIP_HEADERS.path]).toMatch(/^previews\//)
    expect([await usageOf('ada'), await usageOf('owner')]).toEqual([1_000, 0])
  })
})

test('product §1: audio of another user’s script is not cached', async () => {
  await on.withWorker()
  const owners = await on.generate(lineOf(1))
  const path = `/api/audio/${owners.headers[CLIP_HEADERS.path]}`
  const { etag } = (await on.get(path)).headers
  for (const as of [GUEST, 'ada']) {
    for (const headers of [{}, { 'if-none-match': String(etag) }, { 'if-none-match': '*' }]) {
      const response = await on.get(path, headers, as)
      expect([response.statusCode, response.body]).toEqual([200, 'test:one says Text number 1.'])
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'authorization' })
      expect(Object.keys(response.headers)).not.toContain('etag')
      expect(Object.keys(response.headers)).not.toContain('last-modified')
    }
    const part = await on.get(path, { range: 'bytes=5-7' }, as)
    expect([part.statusCode, part.body, part.headers['cache-control']]).toEqual([206, 'one', 'no-store'])
    expect((await on.get(path, { range: 'bytes=5-7', 'if-range': String(etag) }, as)).statusCode).toBe(200)
    expect((await on.generate(lineOf(1), as)).headers['cache-control']).toBe('no-store')
  }
})

test('product §7: GET /api/narration lists shared scripts too, under the allowance of their owner', async () => {
  on.script('own', scriptOf(2, 'test:one', 'ada'))
  on.script('theirs', scriptOf(2, 'test:one', 'eve'))
  const release = on.provider.hold()
  await on.withWorker()
  for (const id of ['s1', 'own']) await on.harness.plan(id)
  /** The scripts, and whether they are being made. */
  const narrations = async () =>
    (await on.get('/api/narration?scripts=s1,own,theirs', {}, 'ada'))
      .json<{ data: { narrations: NarrationSummary[] } }>()
      .data.narrations.map(({ scriptId, making }) => `${scriptId} ${making}`)
      .toSorted()
  await expect.poll(narrations).toEqual(['own true', 's1 true'])
  await useUp('owner')
  expect(await narrations()).toEqual(['own true', 's1 false'])
  on.harness.scripts.share('s1', 'ada')
  await expect.poll(narrations).toEqual(['own true'])
  release()
})
