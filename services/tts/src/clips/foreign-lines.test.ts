import type { SourceLine } from '@andscene/contracts/internal'
import type { Casting } from '@andscene/contracts/script'
import { hashedSpeech } from '@andscene/screenplay/line-speech'
import { beforeEach, describe, expect, test } from 'vitest'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { apiHarness } from '../testing/api-harness.ts'
import { ScriptedProvider, voiceOf } from '../testing/scripted-provider.ts'
import type { FakeScript } from '../testing/scripts-stub.ts'
import { textHash } from './clip-path.ts'

const SPANISH = { locale: 'es-ES', language: 'Spanish' }
const SAID = 'Nadie sabe dónde vive el Dr. 7.'
const LINES: SourceLine[] = [
  { _id: 'l1', type: 'Dialogue', text: 'Who lives here?', character: 'ANNA' },
  { _id: 'l2', type: 'Dialogue', text: SAID, character: 'ANNA', language: 'es' },
]
const on = apiHarness()

const script = (over: Partial<Casting> = {}, castingVersion = 1): FakeScript => ({
  ownerId: 'owner',
  casting: { characterAssignments: { ANNA: 'test:one' }, ...over },
  castingVersion,
  lines: LINES,
})
const request = { voiceId: 'test:one', scriptId: 's1', lineId: 'l2', text: SAID }
const rows = async () => (await on.harness.index.ofScript('s1')).map(({ path, ...row }) => ({ path, ...row }))
/** The clips that the plan makes, after all jobs have ended. */
async function planned() {
  await on.harness.plan('s1')
  await on.planned()
  await expect.poll(() => on.jobs('active', 'waiting', 'prioritized', 'delayed')).toBe(0)
  return rows()
}

beforeEach(() => {
  on.provider.list = async () => [
    voiceOf('test:one'),
    { ...voiceOf('test:elena'), ...SPANISH },
    { ...voiceOf('test:ivan'), locale: 'ru-RU', language: 'Russian' },
  ]
})

describe('product §5: a line in another language', () => {
  test('is spoken by a voice of the language, unchanged, and stored as a clip of the assigned voice', async () => {
    on.script('s1', script())
    await on.withWorker()
    const { body, headers } = await on.generate(request)
    expect(body).toBe(`test:elena says ${SAID}`)
    expect(headers[CLIP_HEADERS.path]).toMatch(/^scripts\/s1\/test=3aone\//)
    const [row] = (await rows()).filter(({ path }) => path === headers[CLIP_HEADERS.path])
    expect(row).toMatchObject({ voiceId: 'test:one', textHash: textHash(hashedSpeech({ text: SAID }, 'es')) })
  })

  test('with the switch off has another clip, in the assigned voice', async () => {
    on.script('s1', script())
    await on.withWorker()
    const own = await on.generate(request)
    on.script('s1', { ...script({ languageByLine: false }, 2), language: 'en' })
    const { body, headers } = await on.generate(request)
    // Not in English words.
    expect(body).toBe(`test:one says ${SAID}`)
    expect(headers[CLIP_HEADERS.path]).not.toBe(own.headers[CLIP_HEADERS.path])
    on.script('s1', script({}, 3))
    expect((await on.generate(request)).headers).toMatchObject({
      [CLIP_HEADERS.path]: own.headers[CLIP_HEADERS.path],
      [CLIP_HEADERS.fromCache]: 'true',
    })
  })

  test('is planned as the clip that a listener requests', async () => {
    on.script('s1', script())
    await on.withWorker()
    const made = (await planned()).map(({ path }) => path)
    expect(made).toHaveLength(2)
    expect(on.provider.asked.toSorted()).toEqual([SAID, 'Who lives here?'])
    const { headers } = await on.generate(request)
    expect(headers[CLIP_HEADERS.fromCache]).toBe('true')
    expect(made).toContain(headers[CLIP_HEADERS.path])
    const narration = await on.get('/api/scripts/s1/narration')
    expect(narration.json().data).toMatchObject({ total: 2, ready: 2, waiting: 0 })
  })

  test('is planned again after the switch is turned, and only that line', async () => {
    on.script('s1', script())
    await on.withWorker()
    const before = await planned()
    on.script('s1', script({ languageByLine: false }, 2))
    const after = await planned()
    expect([before.length, after.length]).toEqual([2, 3])
    expect(on.provider.asked).toHaveLength(3)
  })

  test('is spoken by the assigned voice if no voice speaks the language', async () => {
    on.script('s1', { ...script(), lines: [{ ...LINES[1]!, language: 'hu' }] })
    await on.withWorker()
    const { body } = await on.generate(request)
    expect(body).toBe(`test:one says ${SAID}`)
  })

  test('is deleted with the cache of the line, also the clip for the other position of the switch', async () => {
    on.script('s1', { ...script(), lines: LINES.slice(1) })
    await on.withWorker()
    await on.generate(request)
    on.script('s1', { ...script({ languageByLine: false }, 2), lines: LINES.slice(1) })
    await on.generate(request)
    const { body } = await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'l2' })
    expect(JSON.parse(body)).toMatchObject({ filesDeleted: 2 })
  })

  test('is refused while the voice that speaks it is not ready, like other lines of that engine', async () => {
    const natural = new ScriptedProvider('natural')
    natural.list = async () => [{ ...voiceOf('natural:elena'), ...SPANISH }]
    natural.state = { later: 'The natural voices are still loading.', isLoading: true }
    on.provider.list = async () => [voiceOf('test:one')]
    const api = await on.harness.api([on.provider, natural])
    on.script('s1', script())
    const { statusCode } = await api.inject({
      method: 'POST',
      url: '/api/voices/generate',
      payload: request,
      headers: on.harness.person(),
    })
    expect(statusCode).toBe(503)
  })
})
