import { expect, test } from 'vitest'
import { mapScript } from '../navigation.ts'
import { charactersCsv, hoursText, scenesCsv } from './figures-csv.ts'
import { figuresOf } from './figures-of.ts'
import { scriptFacts } from './script-facts.ts'

const LINES = [
  { type: 'Scene Heading', text: 'INT. KITCHEN - DAY', act: 1, eighths: 11 },
  { type: 'Action', text: 'A kettle sings.', act: 1 },
  { type: 'Character', text: '=CMD()', character: '=CMD()', act: 1 },
  { type: 'Dialogue', text: 'Who is there?', character: '=CMD()', act: 1 },
]
const figures = (clipMs: number | undefined) =>
  figuresOf(scriptFacts(LINES, mapScript(LINES)), {
    spoken: () => ({ clipMs, voiceId: 'v', pace: 1 }),
    wordsPerMinute: () => undefined,
  })
const rows = (csv: string) => csv.split('\r\n').map((row) => row.replaceAll('"', ''))

test.each<[ms: number, text: string]>([
  [0, '0:00:00'],
  [300, '0:00:01'],
  [425_900, '0:07:05'],
  [7_322_000, '2:02:02'],
])('product §17 %i ms are %s', (ms, text) => expect(hoursText(ms)).toBe(text))

test('product §17 a spreadsheet opens the scenes: UTF-8 with a mark, times in two forms, no formula', () => {
  const csv = scenesCsv(figures(2_010).scenes, () => ({ number: '1A', heading: '-2+3' }))
  expect(csv.startsWith('\uFEFF')).toBe(true)
  expect(rows(csv)).toEqual([
    '\uFEFFNumber,Scene,Page,Length in pages,Length in eighths,Read time,Read time in seconds,Estimated,Words,Dialogue in percent,Speakers',
    "1A,'-2+3,1,1.375,11,0:00:08,8.9,no,10,50.0,'=CMD()",
    '',
  ])
})

test('product §17 the characters as a file; estimated times are marked', () => {
  const csv = charactersCsv(figures(undefined).characters)
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const [header, row] = rows(csv)
  expect(header).toContain('Character,Speeches,Words,Speaking time,Speaking time in seconds,Estimated,Scenes')
  expect(row).toBe("'=CMD(),1,3,0:00:01,1.0,yes,1,1,1")
})
