import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { hashedSpeech, speechOf } from '@andscene/screenplay/line-speech'
import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { CUT, REWORDED } from '../testing/draft-files.ts'
import { changeDocuments } from '../testing/fresh-stores.ts'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { newOwner } from '../testing/sharing.ts'

/* product §16: what users have made for a script follows its drafts. */

const harness = await fileHarness()
let ada: Person
let script: string
let path: string
beforeEach(async () => {
  ;({ ada, script } = await newOwner(harness))
  path = `/api/scripts/${script}`
})
const present = (draft: number) => ada.call('POST', `${path}/drafts/${draft}/present`)

const write = async (text: string, more: object) => {
  const { status, body } = await ada.post(`${path}/notes`, { _id: randomUUID(), text, ...more })
  return { status, note: body.data?.note }
}
const notes = async () => (await ada.get(`${path}/notes`)).body.data.notes
const directed = async () => (await ada.get(`${path}/directions`)).body.data.directions[0]
/** As tts reads it. */
const spoken = async (draft?: number) => {
  const body = { ids: [script], lineId: 'l6', draft }
  return (await harness.asService.post('/internal/scripts/read', body)).body.data.scripts[0]
}

describe('a note', () => {
  /** The words of `Only the sea.` */
  const SEA = { lineId: 'l6', range: { start: 9, end: 12 } }

  test('on words of a reworded line is where they are now, and in the earlier draft where they were', async () => {
    await write('Which one?', SEA)
    await ada.uploadDraft(script, REWORDED)
    const [{ range, quote }] = await notes()
    expect('Only the wind and the sea.'.slice(range.start, range.end)).toBe('sea')
    expect(quote).toBe('sea')
    await present(1)
    expect((await notes())[0].range).toEqual(SEA.range)
  })

  test('on words that the line no longer has is on the whole line, with its quote', async () => {
    await ada.uploadDraft(script, REWORDED)
    await write('What wind?', { lineId: 'l6', range: { start: 9, end: 13 } })
    expect((await notes())[0]).toMatchObject({ quote: 'wind', range: { start: 9, end: 13 } })
    await present(1)
    expect((await notes())[0]).toMatchObject({ quote: 'wind' })
    expect((await notes())[0]).not.toHaveProperty('range')
  })

  test('is not written on a line of a deleted draft', async () => {
    await ada.uploadDraft(script, REWORDED)
    expect((await ada.get(`${path}/drafts/1`)).status).toBe(200)
    await ada.delete(`${path}/drafts/1`)
    expect((await write('Which one?', { ...SEA, draft: 1 })).status).toBe(404)
    expect(await notes()).toEqual([])
  })

  test('is written on a line of any draft that its author may open, with the words of that draft', async () => {
    await ada.uploadDraft(script, CUT)
    expect((await write('Bring her back', { lineId: 'l4' })).status).toBe(404)
    const { note } = await write('Bring her back', { lineId: 'l4', draft: 1, range: { start: 0, end: 3 } })
    expect(note).toMatchObject({ lineId: 'l4', quote: 'Who' })
    expect((await write('No', { lineId: 'l4', draft: 1, range: { start: 0, end: 99 } })).status).toBe(400)
    expect((await write('No', { lineId: 'l4', draft: 7 })).status).toBe(404)
  })

  test('on a cut line is in the Final Draft file at the line before, and says what it is about', async () => {
    await write('Keep this', { lineId: 'l4', range: { start: 0, end: 3 } })
    await write('Louder', { lineId: 'l6' })
    await ada.uploadDraft(script, CUT)
    const bytes = await (await ada.request('GET', `${path}/file?notes=all`)).bytes()
    const found = parseFdx(bytes, 'x.fdx').lines.map(({ text, scriptNote = '' }) => [text, scriptNote])
    expect(found[1]).toEqual([
      'The lamp turns.',
      expect.stringMatching(/\(On a line that was cut: “Who is there\?”\)\s+Keep this/),
    ])
    expect(found[3]).toEqual(['Only the sea.', expect.stringContaining('Louder')])
    expect(found[3]![1]).not.toContain('cut')
  })
})

describe('a direction', () => {
  const word = { at: 9, length: 3, ms: 300, pauseMs: 0, semitones: [1, 2, 3, 4, 5] }
  const SEA = { id: 'take-sea', delivery: { name: 'sad', emphasis: [[9, 3]], melody: [word] } }
  const direct = (takes: object[], version = 0, chosen: string | null = SEA.id) =>
    ada.put(`${path}/directions/l6`, { version, takes, chosen })

  test('of a reworded line emphasizes the same words, and has no recording of other words', async () => {
    await direct([SEA])
    await ada.uploadDraft(script, REWORDED)
    const { line, lineDeliveries } = await spoken()
    const [[at, length]] = line.directed.emphasis
    expect([line.text.slice(at, at + length), line.directed]).toEqual([
      'sea',
      { name: 'sad', emphasis: [[at, length]] },
    ])
    expect(lineDeliveries).toEqual([line.directed])
    expect((await directed()).takes[0].delivery).toEqual(line.directed)
    expect((await spoken(1)).line.directed).toEqual(SEA.delivery)
    await present(1)
    expect((await directed()).takes[0].delivery).toEqual(SEA.delivery)
  })

  test('of older releases, without the words it was made for, follows from draft 1', async () => {
    await direct([SEA])
    await changeDocuments(harness.environment, async (db) => {
      const scripts = db.collection<{ _id: string; directions: string }>('scripts')
      const { directions } = (await scripts.findOne({ _id: script }))!
      const older = directions.replaceAll(/,"text":"[^"]*"/g, '')
      expect(older).not.toBe(directions)
      await scripts.updateOne({ _id: script }, { $set: { directions: older } })
    })
    await ada.uploadDraft(script, REWORDED)
    const { line } = await spoken()
    const [[at, length]] = line.directed.emphasis
    expect(line.text.slice(at, at + length)).toBe('sea')
  })

  test('that is saved again as it is shown keeps its director, its recording and its time', async () => {
    const { at } = (await direct([SEA])).body.data.direction.takes[0]
    await ada.uploadDraft(script, REWORDED)
    const shown = await directed()
    const other = { id: 'take-two', delivery: { name: 'angry' } }
    const { takes } = shown as { takes: { id: string; delivery: object }[] }
    const again = takes.map(({ id, delivery }) => ({ id, delivery }))
    expect((await direct([...again, other], shown.version)).status).toBe(200)
    expect((await directed()).takes[0].at).toBe(at)
    await present(1)
    expect((await directed()).takes[0].delivery).toEqual(SEA.delivery)
  })

  test('is saved on a line of any draft', async () => {
    await ada.uploadDraft(script, CUT)
    const take = { id: 'take-who', delivery: { emphasis: [[0, 3]] } }
    const save = (lineId: string) =>
      ada.put(`${path}/directions/${lineId}`, { version: 0, takes: [take], chosen: take.id })
    expect((await save('l4')).status).toBe(200)
    expect((await save('l99')).status).toBe(404)
  })
})

/** A stored clip of a line. */
const clip = (text: string, voiceId: string) => {
  const line = { type: 'Dialogue', text, _id: 'x' }
  const speech = speechOf(line, { casting: { characterAssignments: {} } })!
  const textHash = createHash('sha256').update(hashedSpeech(speech, undefined)).digest('hex')
  const stored = {
    contentType: 'audio/mpeg',
    durationMs: 900,
    bytes: 9,
    lastUpdated: new Date().toISOString(),
  }
  return { path: `p-${text.length}`, voiceId, textHash, ...stored }
}

test('the clips of an unchanged line are those of the earlier draft: the state of both is checked', async () => {
  await ada.post(`${path}/assign-voices`, { characterAssignments: { MARA: 'v:mara', 'OLD TOM': 'v:tom' } })
  await ada.uploadDraft(script, REWORDED)
  harness.clips.set(script, [clip('Who is there?', 'v:mara'), clip('Only the sea.', 'v:tom')])
  const cached = async (draft?: number) => {
    const { status, body } = await ada.post(`${path}/check-cache`, {
      startLineIndex: 3,
      linesToCheck: 3,
      draft,
    })
    expect(status).toBe(200)
    return body.data.updatedLines.map(({ audioCache }: { audioCache?: object }) => audioCache !== undefined)
  }
  expect(await cached()).toEqual([true, false, false])
  harness.toldPositions()
  expect(await cached(1)).toEqual([true, false, true])
  expect(harness.toldPositions()).toBe(0)
  expect((await ada.post(`${path}/check-cache`, { startLineIndex: 7, draft: 1 })).status).toBe(400)
})
