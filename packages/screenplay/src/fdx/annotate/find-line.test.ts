import { describe, expect, test } from 'vitest'
import { checkAnnotate, noteOn } from '../../testing/check-annotate.ts'
import { fdxOf, paragraph } from '../../testing/fixture-files.ts'
import { LineFinder } from './find-line.ts'
import { readScriptLines } from './script-lines.ts'

const texts = ['Rain.', 'Sun.', 'Rain.', 'Snow.', 'Wind.', 'Rain.']
const xml = fdxOf(texts.map((text) => paragraph('Action', text)).join(''))
const finder = new LineFinder(readScriptLines(xml).lines)
const found = (lineIndex: number, expectedText?: string) =>
  finder.find(
    noteOn(lineIndex, 'x', { start: 1, end: 3, ...(expectedText !== undefined && { expectedText }) }),
  )

const range = (start: number, end: number) => finder.find(noteOn(0, 'x', { start, end })).range

describe('the line of a note', () => {
  test('is that of its index while it has the text', () => {
    expect(found(2, 'Rain.')).toMatchObject({ lineIndex: 2, range: [12, 14] })
    expect(found(2)).toMatchObject({ lineIndex: 2, range: [12, 14] })
  })

  test('is the nearest with the text where another release counted otherwise, with the same words', () => {
    expect(found(4, 'Snow.')).toMatchObject({ lineIndex: 3, range: [18, 20] })
    expect(found(3, 'Rain.').lineIndex).toBe(2)
    expect(found(4, 'Rain.').lineIndex).toBe(5)
    expect(found(1, 'Rain.').lineIndex).toBe(0)
    expect(found(90, 'Sun.').lineIndex).toBe(1)
  })

  test('is the nearest by index where no line has the text, as a whole', () => {
    expect(found(3, 'Hail.')).toMatchObject({ lineIndex: 3, range: [17, 22] })
    expect(found(90, 'Hail.').lineIndex).toBe(5)
    expect(found(-4, '').lineIndex).toBe(0)
    expect(found(Number.NaN, 'Hail.').lineIndex).toBe(0)
  })

  test('is found whatever its part is: what is outside of the line is left out', () => {
    expect(range(-5, 99)).toEqual([0, 5])
    expect(range(4, 2)).toEqual([4, 4])
    expect(range(99, 99)).toEqual([5, 5])
    expect(range(0.5, Number.NaN)).toEqual([0, 0])
  })

  test('may be found for thousands of notes on blocks and texts that are all alike', () => {
    const blocks = `<Paragraph><Text>a</Text>${'<OmittedScene/>'.repeat(50_000)}<Text>b</Text></Paragraph>`
    const many = fdxOf(blocks + paragraph('Action', 'Rain.').repeat(20_000))
    const lines = new LineFinder(readScriptLines(many).lines)
    const start = performance.now()
    for (let at = 0; at < 5_000; at++)
      lines.find(noteOn(at % 2, 'x', { expectedText: at % 4 ? 'ab' : 'Rain.' }))
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(lines.find(noteOn(0, 'x')).range).toEqual([0, 100_002])
  })
})

test('notes of an empty paragraph stay where they are read', () => {
  const empty = '<Paragraph><ScriptNote><Paragraph><Text>n</Text></Paragraph></ScriptNote></Paragraph>'
  const bytes = new TextEncoder().encode(fdxOf(empty + paragraph('Action', 'Rain.') + empty))
  expect(checkAnnotate(bytes, [noteOn(0, 'x')])).toHaveLength(1)
})
