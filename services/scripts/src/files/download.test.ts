import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { fdxFile } from '@andscene/testing/fdx-file'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { changeDocuments } from '../testing/fresh-stores.ts'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, linked, withAddress } from '../testing/sharing.ts'

const PARAGRAPHS = [
  { type: 'Scene Heading', text: 'INT. KITCHEN - NIGHT' },
  { type: 'Action', text: 'רחל opens the door. ' },
  { type: 'Character', text: 'RACHEL' },
  { type: 'Dialogue', text: 'The street is empty.' },
]
/** As Final Draft on Windows writes it. */
const FILE = Buffer.from(`\ufeff${fdxFile(PARAGRAPHS).replaceAll('\n', '\r\n')}`, 'utf16le')

const harness = await fileHarness()
let ada: Person
let script: string
let people = 0
beforeEach(async () => {
  people += 1
  ada = harness.as(`ada-${people}`, { name: 'Ada', ...withAddress(`ada.${people}@andscene.example`) })
  script = await ada.newScript(FILE, 'Küche „2“.fdx')
})
const note = async (text: string, more: object = {}) => {
  const body = { _id: randomUUID(), lineId: 'l4', text, ...more }
  return (await ada.post(`/api/scripts/${script}/notes`, body)).body.data.note._id as string
}
const download = async (notes: string) => {
  const response = await ada.request('GET', `/api/scripts/${script}/file?notes=${notes}`)
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}
const scriptNotes = (bytes: Uint8Array) =>
  parseFdx(bytes, 'x.fdx').lines.map(({ scriptNote }) => scriptNote ?? '')

test('product §13: without notes, returns the uploaded file, byte for byte', async () => {
  const { status, headers, bytes } = await download('none')
  expect(status).toBe(200)
  expect(Buffer.from(bytes).equals(FILE)).toBe(true)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.fdx/)
  expect(Buffer.from((await download('all')).bytes).equals(FILE)).toBe(true)
})

test('product §13: with notes, returns the same file with the notes on their lines, each followed by its answers', async () => {
  const first = await note('Slower', { range: { start: 0, end: 6 } })
  await note('Why?', { replyTo: first })
  await note('Who is that?', { lineId: 'l2', range: { start: 0, end: 3 } })
  const { bytes } = await download('all')
  const { lines } = parseFdx(FILE, 'x.fdx')
  const annotated = parseFdx(bytes, 'x.fdx').lines
  expect(annotated.map(({ scriptNote: _note, ...line }) => line)).toEqual(lines)
  const found = scriptNotes(bytes)
  expect(found[1]).toContain('Who is that?')
  expect(found[3]).toMatch(/Slower[\s\S]*Re: Why\?/)
})

test('product §13: the author of each note is named with their role in the script', async () => {
  const guest = await guestOf(harness, (await linked(ada, script)).token)
  await guest.put(`/api/scripts/${script}/guest`, { name: 'Ada' })
  const theirs = { _id: randomUUID(), lineId: 'l4', text: 'Faster' }
  await guest.post(`/api/scripts/${script}/notes`, theirs)
  await note('Why?', { replyTo: theirs._id })
  const text = new TextDecoder('utf-16le').decode((await download('all')).bytes)
  const names = text.match(/WriterName="[^"]*"/g)
  expect(names).toEqual(['WriterName="Ada (guest)"', 'WriterName="Ada (owner)"'])
})

test('product §13: excludes resolved notes when only open ones are requested', async () => {
  const done = await note('Done already')
  await note('Still open')
  await ada.put(`/api/scripts/${script}/notes/${done}/resolved`, { resolved: true })
  const found = scriptNotes((await download('open')).bytes).join('\n')
  expect(found).toContain('Still open')
  expect(found).not.toContain('Done already')
})

test('product §13: a script of an older release has no file, and the error says why', async () => {
  await changeDocuments(harness.environment, (db) =>
    db.collection('script_files').deleteOne({ _id: script as never }),
  )
  const { status, body } = await ada.get(`/api/scripts/${script}/file`)
  expect([status, body.code]).toEqual([409, 'CONFLICT'])
  expect(body.error).toMatch(/upload it again/i)
})
