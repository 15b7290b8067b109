import { mapScript } from '@andscene/screenplay/navigation'
import { expect, test } from 'vitest'
import { noteOf } from '../testing/notes-world.ts'
import { byScene, notesCsv } from './report-rows.ts'
import { fileName } from '@andscene/web-kit/text/save-file'

const lines = [
  { _id: 'l0', type: 'Transition', text: 'FADE IN:', act: 1 },
  { _id: 'l1', type: 'Scene Heading', text: 'INT. SHED', act: 1, sceneNumber: '7A' },
  { _id: 'l2', type: 'Dialogue', text: 'So, "yes".\nשלום', act: 1, character: 'EVE' },
]
const source = { lines, map: mapScript(lines) }
const placed = (index: number, rest: Parameters<typeof noteOf>[2] = {}, replies: string[] = []) => ({
  index,
  thread: {
    note: noteOf(`n${index}`, `l${index}`, rest),
    replies: replies.map((text) =>
      noteOf(text, `l${index}`, { text, author: 'Bob', authorKind: 'guest', replyTo: `n${index}` }),
    ),
  },
})

test('product §12: the CSV file is UTF-8 with a byte order mark, quotes every field and escapes formulas', () => {
  const table = notesCsv(
    [placed(2, { text: '=cmd()', quote: '"yes"', range: { start: 4, end: 9 } }, ['-1 from me'])],
    source,
  )
  const [header, ...rows] = table.split('\r\n')
  expect(header).toMatch(/^\uFEFF"Scene","Page","Character","Line",/)
  const place = '"7A","1","EVE","So, ""yes"".\nשלום"'
  const end = '"2026-11-20T12:00:00.000Z","General","yellow","open"'
  expect(rows).toEqual([
    `${place},"""yes""","'=cmd()","Ada","owner",${end},""`,
    `${place},"","'-1 from me","Bob","guest",${end},"Ada"`,
    '',
  ])
})

test('groups notes by scene; notes on deleted lines have their own heading', () => {
  const scenes = byScene([placed(0), placed(1), placed(2), { ...placed(0), index: -1 }], source)
  expect(scenes.map(({ heading, threads }) => [heading, threads.length])).toEqual([
    ['Before the first scene', 1],
    ['7A. INT. SHED', 2],
    ['On lines that are no longer in the script', 1],
  ])
})

test('turns a title into a file name that is valid on any system', () => {
  expect(fileName('Who/what: "me"?', 'fdx')).toBe('Who what me.fdx')
  expect(fileName('..', 'csv')).toBe('Script.csv')
})
