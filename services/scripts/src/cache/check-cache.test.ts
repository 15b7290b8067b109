import type { ClipRow } from '@andscene/contracts/internal'
import type { Line } from '@andscene/contracts/script'
import { hashedSpeech, speechOf } from '@andscene/screenplay/line-speech'
import { saidLine } from '@andscene/screenplay/said/said-line'
import { fdxFile, fdxOfLength } from '@andscene/testing/fdx-file'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness, SOON, testHarness } from '../testing/harness.ts'

const harness = await fileHarness()
const ada = harness.as('ada')
let id: string
beforeEach(async () => {
  id = await ada.newScript()
})

/** A stored clip of a text that is spoken unchanged, or of a cue. */
const clip = (text: string, voiceId: string, over: Partial<ClipRow> = {}, type = 'Dialogue'): ClipRow => ({
  path: `scripts/${id}/${voiceId}/${text.length}.mp3`,
  contentType: 'audio/mpeg',
  voiceId,
  textHash: createHash('sha256').update(saidLine({ type, text }).text).digest('hex'),
  durationMs: 1_234.5,
  bytes: 9_876,
  lastUpdated: '2026-01-01T00:00:00.000Z',
  ...over,
})
const cast = (casting: object) => ada.post(`/api/scripts/${id}/assign-voices`, casting)
const check = (body: object) => ada.post(`/api/scripts/${id}/check-cache`, body)
const window = async (body: object): Promise<Line[]> => (await check(body)).body.data.updatedLines
const pathOf = async (index: number) =>
  (await window({ startLineIndex: index, linesToCheck: 1 }))[0]!.audioCache?.path
const hashOf = (...together: string[]) =>
  createHash('sha256')
    .update(hashedSpeech({ text: 'Only the sea.', together }))
    .digest('hex')
const pathOfFourth = async () => (await window({ startLineIndex: 3, linesToCheck: 1 }))[0]!.audioCache!.path
const clipOfSecond = async (readsDirections?: boolean) =>
  (await window({ startLineIndex: 1, linesToCheck: 1, readsDirections }))[0]!.audioCache
const positions = async () =>
  (await harness.narrationJobs()).filter(({ scriptId, reason }) => scriptId === id && reason === 'position')

describe('product §7 check-cache', () => {
  test('returns every line of the window', async () => {
    const lines = await window({ startLineIndex: 1, linesToCheck: 3 })
    expect(lines.map(({ _id }) => _id)).toEqual(['l2', 'l3', 'l4'])
    expect(lines[2]).toMatchObject({ type: 'Dialogue', text: 'Who is there?', character: 'MARA' })
    expect(await window({ startLineIndex: 4, linesToCheck: 200 })).toHaveLength(2)
  })

  test('product §7: returns 10 lines by default', async () => {
    id = await ada.newScript(fdxOfLength(30))
    expect(await window({ startLineIndex: 3 })).toHaveLength(10)
  })

  test.each([{ linesToCheck: 0 }, { linesToCheck: 201 }, { startLineIndex: -1 }])(
    'product §7 refuses %j',
    async (wrong) => {
      expect((await check({ startLineIndex: 0, ...wrong })).body.code).toBe('VALIDATION')
    },
  )

  test('product §5 refuses a start index outside of the script', async () => {
    const { status, body } = await check({ startLineIndex: 6 })
    expect([status, body.error]).toEqual([400, 'Invalid line index: 6'])
  })
})

describe('product §3 audioCache', () => {
  test("is the stored clip in the line's own voice", async () => {
    await cast({ characterAssignments: { MARA: 'v:mara' } })
    harness.clips.set(id, [
      clip('Who is there?', 'v:other', { lastUpdated: '2027-01-01T00:00:00.000Z' }),
      clip('Who is there?', 'v:mara'),
    ])
    const [line] = await window({ startLineIndex: 3, linesToCheck: 1 })
    expect(line!.audioCache).toEqual({
      path: `scripts/${id}/v:mara/13.mp3`,
      contentType: 'audio/mpeg',
      voiceId: 'v:mara',
      lastUpdated: '2026-01-01T00:00:00.000Z',
      durationMs: 1_234.5,
    })
  })

  test('product §5: of a directed line is the clip in its chosen delivery', async () => {
    await cast({ characterAssignments: { MARA: 'v:mara' } })
    const delivery = { name: 'whispering' } as const
    const hashed = hashedSpeech({ text: 'Who is there?', delivery })
    const directed = createHash('sha256').update(hashed).digest('hex')
    const whispered = clip('Who is there?', 'v:mara', { path: `scripts/${id}/v/w.mp3`, textHash: directed })
    harness.clips.set(id, [clip('Who is there?', 'v:mara'), whispered])
    const plain = await pathOfFourth()
    const take = { id: 'take-0001', delivery }
    const saved = await ada.put(`/api/scripts/${id}/directions/l4`, {
      version: 0,
      takes: [take],
      chosen: take.id,
    })
    expect(await pathOfFourth()).toBe(whispered.path)
    const { lines } = (await ada.get(`/api/scripts/${id}`)).body.data.script.content
    expect(lines[3].audioCache.path).toBe(whispered.path)
    await ada.delete(`/api/scripts/${id}/directions/l4?version=${saved.body.data.direction.version}`)
    expect(await pathOfFourth()).toBe(plain)
  })

  test('product §7: is otherwise the newest clip of the same text in another voice', async () => {
    await cast({ characterAssignments: { MARA: 'v:mara' } })
    harness.clips.set(id, [
      clip('Who is there?', 'v:old'),
      clip('Who is there?', 'v:new', { lastUpdated: '2026-02-01T00:00:00.000Z' }),
      clip('Only the sea.', 'v:mara'),
    ])
    const lines = await window({ startLineIndex: 0 })
    expect(lines.map((line) => line.audioCache?.voiceId ?? '')).toEqual(['', '', '', 'v:new', '', 'v:mara'])
  })

  test("is the newest of several clips in the line's own voice, as after a change of the engine", async () => {
    await cast({ characterAssignments: { MARA: 'v:mara' } })
    const [first, later] = ['a', 'b'].map((name) => `scripts/${id}/v:mara/${name}.mp3`) as [string, string]
    harness.clips.set(id, [
      clip('Who is there?', 'v:mara', { path: first }),
      clip('Who is there?', 'v:mara', { path: later, lastUpdated: '2026-02-01T00:00:00.000Z' }),
      clip('Who is there?', 'v:other', { lastUpdated: '2026-03-01T00:00:00.000Z' }),
    ])
    const [line] = await window({ startLineIndex: 3, linesToCheck: 1 })
    expect(line!.audioCache?.path).toBe(later)
  })

  test('product §5: is a clip in the own language of the line, or with the switch off in the assigned voice', async () => {
    const text = 'Nadie sabe dónde vive ese hombre.'
    id = await ada.newScript(
      fdxFile([
        { type: 'Action', text: 'The woman looks at the letter and then at her son, who is at the door.' },
        { type: 'Dialogue', text },
      ]),
    )
    const textHash = createHash('sha256').update(`es\n${text}`).digest('hex')
    const [own, other] = ['own', 'other'].map((name) => `scripts/${id}/v:n/${name}.mp3`) as [string, string]
    harness.clips.set(id, [
      clip(text, 'v:n', { textHash, path: own }),
      clip(text, 'v:n', { path: other, lastUpdated: '2026-02-01T00:00:00.000Z' }),
    ])
    await cast({ narrationVoiceId: 'v:n' })
    expect(await clipOfSecond()).toMatchObject({ path: own, language: 'es' })
    await cast({ narrationVoiceId: 'v:n', languageByLine: false })
    expect(await clipOfSecond()).toMatchObject({ path: other })
    expect(await clipOfSecond()).not.toHaveProperty('language')
    const { script } = (await ada.get(`/api/scripts/${id}`)).body.data
    expect(script).toMatchObject({ languageByLine: false })
    expect(script.content.lines[1].audioCache).toMatchObject({ path: other })
  })

  test('product §4: is a clip with the delivery of the line, or with the switch off a plain one', async () => {
    const text = 'Come here.'
    id = await ada.newScript(
      fdxFile([
        { type: 'Parenthetical', text: '(whispering)' },
        { type: 'Dialogue', text },
      ]),
    )
    const speech = { text, delivery: { name: 'whispering' as const } }
    const textHash = createHash('sha256').update(hashedSpeech(speech)).digest('hex')
    const [whispered, plain] = ['whispered', 'plain'].map((name) => `scripts/${id}/v:n/${name}.mp3`)
    harness.clips.set(id, [
      clip(text, 'v:n', { textHash, path: whispered! }),
      clip(text, 'v:n', { path: plain!, lastUpdated: '2026-02-01T00:00:00.000Z' }),
    ])
    await cast({ narrationVoiceId: 'v:n' })
    expect(await clipOfSecond()).toMatchObject({ path: whispered })
    await cast({ narrationVoiceId: 'v:n', deliveries: false })
    expect(await clipOfSecond()).toMatchObject({ path: plain })
  })

  test('product §3: of a line with directions is the clip that the listener hears, with or without them', async () => {
    const text = 'Go. (beat) Now.'
    id = await ada.newScript(
      fdxFile([
        { type: 'Character', text: 'MARA' },
        { type: 'Dialogue', text },
      ]),
    )
    const casting = { characterAssignments: { MARA: 'v:m' }, narrationVoiceId: 'v:n' }
    await cast(casting)
    const [read, paused] = [true, false].map((readsDirections) => {
      const line = { type: 'Dialogue', text, character: 'MARA' }
      const hashed = hashedSpeech(speechOf(line, { casting, readsDirections })!)
      const textHash = createHash('sha256').update(hashed).digest('hex')
      return clip(text, 'v:m', { textHash, path: `scripts/${id}/v:m/${readsDirections}.mp3` })
    }) as [ClipRow, ClipRow]
    harness.clips.set(id, [read, paused])
    expect(await clipOfSecond(true)).toMatchObject({ path: read.path, readsDirections: true })
    expect(await clipOfSecond(false)).toMatchObject({ path: paused.path, readsDirections: false })
    // A page of an older release.
    expect(await clipOfSecond()).toMatchObject({ path: paused.path })
    const { lines } = (await ada.get(`/api/scripts/${id}`)).body.data.script.content
    expect(lines[1].audioCache).toMatchObject({ path: read.path, readsDirections: true })
    harness.clips.set(id, [paused])
    expect(await clipOfSecond(true)).toBeUndefined()
    await cast({ characterAssignments: { MARA: 'v:m' } })
    const plain = await clipOfSecond(true)
    expect(plain).toMatchObject({ path: paused.path })
    expect(plain).not.toHaveProperty('readsDirections')
  })

  test('product §5: of several characters is a clip of their voices', async () => {
    const rows = ['MARA', 'Who is there?', 'TOM', 'The sea.', 'MARA & TOM', 'Only the sea.']
    const lines = rows.map((text, at) => ({ type: at % 2 === 0 ? 'Character' : 'Dialogue', text }))
    id = await ada.newScript(fdxFile(lines))
    harness.clips.set(id, [
      clip('Only the sea.', 'v:m', { textHash: hashOf('v:t'), path: 'm and t' }),
      clip('Only the sea.', 'v:m', { textHash: hashOf('v:o'), path: 'm and o' }),
      clip('Only the sea.', 'v:x', { path: 'own' }),
    ])
    await cast({ characterAssignments: { MARA: 'v:m', TOM: 'v:t' } })
    expect(await pathOf(5)).toBe('m and t')
    await cast({ characterAssignments: { MARA: 'v:m', TOM: 'v:o' } })
    expect(await pathOf(5)).toBe('m and o')
    await cast({ characterAssignments: { MARA: 'v:m', 'MARA & TOM': 'v:x' } })
    expect(await pathOf(5)).toBe('own')
  })

  test('a window of a long script requests only the clips of its lines from tts, in one request', async () => {
    id = await ada.newScript(fdxOfLength(3_000))
    await cast({ narrationVoiceId: 'v:n' })
    const whole = await window({ startLineIndex: 0, linesToCheck: 200 })
    const clips = whole.map(({ type, text }) => clip(text, 'v:n', {}, type))
    harness.clips.set(id, clips)
    harness.askedOfTts()
    const lines = await window({ startLineIndex: 100, linesToCheck: 10 })
    expect(lines.map(({ audioCache }) => audioCache?.voiceId)).toEqual(lines.map(() => 'v:n'))
    const said = new Set(lines.map((line) => saidLine(line).text))
    expect(harness.askedOfTts()).toEqual([{ texts: said.size }])
    expect(said.size).toBeLessThanOrEqual(10)
  })

  test('architecture §6: while tts is unavailable, a script loads without cache state, and no position is sent', async () => {
    const own = await testHarness()
    const bea = own.as('bea')
    const script = await bea.newScript()
    await bea.post(`/api/scripts/${script}/assign-voices`, { narrationVoiceId: 'v' })
    await expect.poll(() => own.narrationJobs(), SOON).toHaveLength(1)
    await own.tts.close()
    expect((await bea.get(`/api/scripts/${script}`)).body.data.script.content.lines).toHaveLength(6)
    const { body } = await bea.post(`/api/scripts/${script}/check-cache`, { startLineIndex: 0 })
    expect(body.data.updatedLines).toHaveLength(6)
    expect(await own.narrationJobs()).toMatchObject([{ reason: 'casting' }])
  })

  test('is complete when the clips take several pages', async () => {
    await cast({ narrationVoiceId: 'v:n' })
    const others = Array.from({ length: 4_500 }, (_, n) =>
      clip(`Not in this script ${n}.`, 'v:n', {
        path: `scripts/${id}/v:n/${String(n).padStart(4, '0')}.mp3`,
      }),
    )
    harness.clips.set(id, [clip('The lamp turns.', 'v:n', { path: `scripts/${id}/v:n/9.mp3` }), ...others])
    const opened = (await ada.get(`/api/scripts/${id}`)).body.data.script
    expect(opened.content.lines[1].audioCache).toMatchObject({ voiceId: 'v:n' })
  })

  test('when tts does not respond, a script loads anyway', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    harness.hold(promise)
    expect((await ada.get(`/api/scripts/${id}`)).status).toBe(200)
    harness.hold(undefined)
    resolve()
  })
})

describe("product §4: the listener's position", () => {
  test('is sent when clips after it are missing; of several positions only the last one is kept', async () => {
    await cast({ narrationVoiceId: 'v' })
    harness.clips.set(id, [])
    for (const startLineIndex of [0, 4, 1]) await check({ startLineIndex, linesToCheck: 1 })
    await expect
      .poll(positions, SOON)
      .toEqual([{ scriptId: id, fromLineIndex: 1, reason: 'position', requestId: expect.any(String) }])
  })

  test('is not sent while tts has every clip of the casting, but is when a clip outside the window is missing', async () => {
    await cast({ narrationVoiceId: 'v:n' })
    harness.clips.set(id, [clip('The lamp turns.', 'v:n')])
    harness.toldPositions()
    harness.complete.add(id)
    await check({ startLineIndex: 1, linesToCheck: 1 })
    expect(harness.toldPositions()).toBe(0)
    harness.complete.delete(id)
    await check({ startLineIndex: 1, linesToCheck: 1 })
    expect(harness.toldPositions()).toBe(1)
  })

  test('is not sent without a casting', async () => {
    harness.clips.set(id, [])
    harness.toldPositions()
    await check({ startLineIndex: 0 })
    expect(harness.toldPositions()).toBe(0)
  })
})
