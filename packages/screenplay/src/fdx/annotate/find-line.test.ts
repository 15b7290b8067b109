import { processorMs } from '@andscene/testing/processor-time'
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

describe('the line of a note', () => {
  test.each([
    ['that of its index while it has the text', 2, 'Rain.', 2, [12, 14]],
    ['that of its index where no text is expected', 2, undefined, 2, [12, 14]],
    ['the nearest with the text, with the same words', 4, 'Snow.', 3, [18, 20]],
    ['the nearest above', 3, 'Rain.', 2, [12, 14]],
    ['the nearest below', 4, 'Rain.', 5, [30, 32]],
    ['the first of two that are as near', 1, 'Rain.', 0, [1, 3]],
    ['the one with the text, from an index behind the last', 90, 'Sun.', 1, [7, 9]],
    ['the nearest by index where no line has the text, as a whole', 3, 'Hail.', 3, [17, 22]],
    ['the last, from an index behind it', 90, 'Hail.', 5, [29, 34]],
    ['the first, from an index before it', -4, '', 0, [0, 5]],
    ['the first, from no index', Number.NaN, 'Hail.', 0, [0, 5]],
  ])('is %s: %s, %s', (_what, at, expectedText, lineIndex, whole) => {
    expect(found(at, expectedText)).toMatchObject({ lineIndex, range: whole })
  })

  test.each([
    [-5, 99, [0, 5]],
    [4, 2, [4, 4]],
    [99, 99, [5, 5]],
    [0.5, Number.NaN, [0, 0]],
  ])('is found for any range, which is clamped to the text: %s to %s', (start, end, part) => {
    expect(finder.find(noteOn(0, 'x', { start, end })).range).toEqual(part)
  })

  test('is found in linear time for thousands of notes on identical blocks and texts', () => {
    const blocks = `<Paragraph><Text>a</Text>${'<OmittedScene/>'.repeat(50_000)}<Text>b</Text></Paragraph>`
    const many = fdxOf(blocks + paragraph('Action', 'Rain.').repeat(20_000))
    const lines = new LineFinder(readScriptLines(many).lines)
    const find = () => {
      for (let at = 0; at < 5_000; at++)
        lines.find(noteOn(at % 2, 'x', { expectedText: at % 4 ? 'ab' : 'Rain.' }))
    }
    expect(processorMs(find)).toBeLessThan(1_000)
    expect(lines.find(noteOn(0, 'x')).range).toEqual([0, 100_002])
  })
})

test('notes of an empty paragraph stay in place', () => {
  const empty = '<Paragraph><ScriptNote><Paragraph><Text>n</Text></Paragraph></ScriptNote></Paragraph>'
  const bytes = new TextEncoder().encode(fdxOf(empty + paragraph('Action', 'Rain.') + empty))
  expect(checkAnnotate(bytes, [noteOn(0, 'x')])).toHaveLength(1)
})
