import type { AudioSource } from '@andscene/contracts/internal'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import { textHash } from '../clips/clip-path.ts'
import { SpeechError } from '../speech/provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { storedClip } from '../testing/stored-clip.ts'

const on = apiHarness()

/** Sends a request of the scripts service and returns the response. */
const audio = async (payload: object, id = 's1'): Promise<AudioSource> => {
  const url = `/internal/scripts/${id}/audio`
  const response = await on.app.inject({ method: 'POST', url, headers: on.harness.service(), payload })
  expect(response.statusCode).toBe(200)
  return response.json().data
}
const page = async (asked: object) => {
  const { clips = [], next } = await audio({ page: { count: 2, ...asked } })
  return { paths: clips.map(({ path }) => path), next }
}
const texts = (...textHashes: string[]) => audio({ textHashes })
const narration = async () => (await on.get('/api/scripts/s1/narration')).json().data

const narrations = async (scripts: string, uid?: string) =>
  (await on.get(`/api/narration?scripts=${scripts}`, {}, uid))
    .json<{ data: { narrations: NarrationSummary[] } }>()
    .data.narrations.toSorted((one, two) => (one.scriptId < two.scriptId ? -1 : 1))

describe('product §7: GET /api/narration', () => {
  test('returns the ready lines of own scripts, and which scripts are being made', async () => {
    on.script()
    on.script('s2', { ...scriptOf(2, 'test:one'), castingVersion: 0 })
    on.script('s3', 2)
    on.script('theirs', scriptOf(2, 'test:one', 'another'))
    const release = on.provider.hold(/2/)
    await on.withWorker()
    await on.harness.plan('s1')
    await expect
      .poll(() => narrations('s1,s2,s3,theirs,gone'))
      .toEqual([
        { scriptId: 's1', total: 3, ready: 2, failed: 0, making: true },
        { scriptId: 's2', total: 0, ready: 0, failed: 0, making: false },
        // Cast, but not planned.
        { scriptId: 's3', total: 2, ready: 0, failed: 0, making: false },
      ])
    release()
    await expect
      .poll(() => narrations('s1'))
      .toEqual([{ scriptId: 's1', total: 3, ready: 3, failed: 0, making: false }])
    expect(await narrations('s1,s3', 'another')).toEqual([])
  })

  test('reads the lines of a script once, and again only after its casting or its clips have changed', async () => {
    const script = scriptOf(1_500, 'test:one')
    for (const id of ['s1', 's2']) on.script(id, script)
    await narrations('s1,s2')
    const before = on.harness.scripts.asked()
    for (let n = 0; n < 10; n += 1) expect(await narrations('s1,s2,s1')).toHaveLength(2)
    expect(on.harness.scripts.asked() - before, 'one request per list').toBe(10)
    on.script('s1', recast(script, 'test:two'))
    await narrations('s1,s2')
    expect(on.harness.scripts.asked() - before, 'the heads, a casting, two pages of lines').toBe(10 + 1 + 3)
    await on.withWorker({ QUEUE_WINDOW: '2' })
    await on.generate(lineOf(7))
    expect((await narrations('s2'))[0]).toMatchObject({ total: 1_500, ready: 0 })
    on.script('s1', script)
    expect((await narrations('s1'))[0]).toMatchObject({ total: 1_500, ready: 1 })
  })

  test.each(['', 'scripts=', 'scripts=a,', 'scripts=a b', `scripts=${Array(51).fill('a').join()}`])(
    'rejects %s',
    async (query) => {
      const response = await on.get(`/api/narration?${query}`)
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION'])
    },
  )
})

describe('product §7: GET /api/scripts/{id}/narration', () => {
  test('reads lines once per saved casting, and counts again only when clips change', async () => {
    const script = scriptOf(2_500, 'test:one')
    on.script('s1', script)
    const before = on.harness.scripts.asked()
    const responses = await Promise.all(Array.from({ length: 10 }, narration))
    expect(responses).toEqual(responses.map(() => ({ total: 2_500, ready: 0, waiting: 2_500, failed: 0 })))
    // Each request reads the casting; one of them reads the three pages of lines.
    expect(on.harness.scripts.asked() - before).toBe(13)
    await on.withWorker({ QUEUE_WINDOW: '2' })
    await on.generate(lineOf(7))
    await expect.poll(async () => (await narration()).ready).toBeGreaterThan(0)
    expect(on.harness.scripts.unchanged()).toBeGreaterThan(0)
    on.script('s1', recast(script, 'test:two'))
    expect(await narration()).toMatchObject({ total: 2_500, ready: 0 })
  })

  test('the scripts service reads the index in pages', async () => {
    const paths = ['a', 'b', 'c'].map((name) => `scripts/s1/v/${name}.mp3`)
    for (const path of paths.toReversed()) await on.harness.index.put(storedClip({ path, scriptId: 's1' }))
    expect(await page({})).toEqual({ paths: paths.slice(0, 2), next: paths[1] })
    expect(await page({ after: paths[1] })).toEqual({ paths: [paths[2]] })
  })

  test('the scripts service reads the clips of some lines, and whether any clip is missing', async () => {
    on.script()
    const [first, , third] = [0, 1, 2].map((n) => textHash(`Text number ${n}.`)) as [string, string, string]
    expect(await texts(first)).toEqual({ clips: [], complete: false })
    await on.withWorker()
    await on.harness.plan('s1')
    await expect.poll(() => on.stored()).toBe(3)
    const { clips = [] } = await texts(first, third)
    expect(clips.map((clip) => clip.textHash).toSorted()).toEqual([first, third].toSorted())
    expect(clips[0]).toMatchObject({ voiceId: 'test:one', durationMs: 1_000, contentType: 'audio/mpeg' })
    await on.harness.plan('s1')
    await expect.poll(async () => (await texts(first)).complete).toBe(true)
  })

  test('does not read the lines of a script that the user has no access to', async () => {
    on.script('s1', 3_000)
    const before = on.harness.scripts.asked()
    expect((await on.get('/api/scripts/s1/narration', {}, 'another')).statusCode).toBe(404)
    expect(on.harness.scripts.asked() - before).toBe(0)
  })
})

/** The current figures in each view of the script. */
const figures = async () => {
  const [whole, [card], pushed] = await Promise.all([
    narration(),
    narrations('s1'),
    audio({ counts: true }).then(({ counts }) => counts),
  ])
  const { total, ready, failed } = whole
  return { page: { total, ready, failed }, card, pushed, whole }
}

describe('while a narration runs', () => {
  test('the page, the card and the push of a script have the same figures', async () => {
    on.script('s1', 4)
    const turns = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    on.provider.speak = async ({ text }) => {
      const n = Number(/\d/.exec(text)![0])
      await turns[n]!.promise
      // The last change stores no clip.
      if (n === 3) throw new SpeechError('bad-input', 'no')
    }
    await on.withWorker()
    await on.harness.plan('s1')
    for (const [n, turn] of turns.entries()) {
      // Fills the caches.
      await figures()
      turn.resolve()
      const isLast = n === 3
      const expected = { total: 4, ready: isLast ? 3 : n + 1, failed: isLast ? 1 : 0 }
      await expect.poll(async () => (await figures()).page).toEqual(expected)
      // A failure arrives as a queue event, a moment later.
      await expect.poll(async () => (await figures()).card).toMatchObject(expected)
      const { pushed, whole } = await figures()
      expect(pushed).toEqual(whole)
    }
  })

  test('a missing script has no figures', async () => {
    expect(await audio({ counts: true }, 'gone')).toEqual({})
  })
})
