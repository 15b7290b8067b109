import { describe, expect, test } from 'vitest'
import { checkAnnotate, noteOn } from '../../testing/check-annotate.ts'
import { allFiles, parseText, table } from '../../testing/fixture-files.ts'
import { normaliseText } from '../../normalise-text.ts'
import { decodeFdx } from '../decode.ts'
import { scanMarkup } from '../scan-markup.ts'
import { attribute, parseTree, textOf } from '../xml-tree.ts'
import { annotateFdx } from './annotate-fdx.ts'
import type { FdxNote } from './note.ts'

const v6 = (content: string) =>
  `<FinalDraft DocumentType="Script" Version="6"><Content>${content}</Content></FinalDraft>`
const p = (text: string) => `<Paragraph Type="Action"><Text>${text}</Text></Paragraph>`
const rangesIn = (xml: Uint8Array, ...notes: FdxNote[]): string[] => {
  const text = annotateFdx(xml, notes).map(({ bytes }) => new TextDecoder().decode(bytes))
  return [...text.join('').matchAll(/ Range="([^"]*)"/g)].map(([, range = '']) => range)
}
/** The range written for a note on a line or on part of it. */
const range = (content: string, lineIndex: number, part: Partial<FdxNote> = {}) => {
  const bytes = new TextEncoder().encode(v6(content))
  checkAnnotate(bytes, [noteOn(lineIndex, 'x', part)])
  return rangesIn(bytes, noteOn(lineIndex, 'x', part))[0]
}

const hidden = (text: string) => `<Text Style="HiddenText">${text}</Text>`
const HIDDEN_MARK = '▒'

/** The text that Final Draft's offsets refer to, with two marks per block and a mark per hidden character. */
const countedText = (bytes: Uint8Array): string => {
  const root = parseTree(scanMarkup(decodeFdx(bytes).text))[0]?.['FinalDraft'] ?? []
  const paragraphs = root.flatMap((section) => section['Content'] ?? [])
  return paragraphs
    .map((paragraph) =>
      (paragraph['Paragraph'] ?? [])
        .map((child) =>
          child['Text']
            ? attribute(child, 'Style') === 'hiddentext'
              ? HIDDEN_MARK.repeat(textOf(child['Text']).length)
              : textOf(child['Text'])
            : child['DualDialogue'] || child['OmittedScene']
              ? '██'
              : '',
        )
        .join(''),
    )
    .map((text) => `${text}\n`)
    .join('')
}

const partOf = (text: string) => {
  const [start = '', end = ''] = text.split('-')
  return { ...(start && { start: Number(start) }), ...(end && { end: Number(end) }) }
}

describe('the range of a note', () => {
  test.each([
    ...table('ranges'),
    ['3,9', 'a control character that the line leaves out', '0', '-', '\n  a&#13;&#10;b\u0001c \n', 'ok'],
  ])('is %s for %s, on line %s, %s', (expected, _what, line, part, ...paragraphs) => {
    const content = paragraphs.map((one) => (one.startsWith('<') ? one : p(one))).join('')
    expect(range(content, Number(line), partOf(part!))).toBe(expected)
  })

  test("starts at the paragraph's start, even if it was split into several lines", () => {
    const text = 'A sentence that is said. '.repeat(400)
    const { lines } = parseText(v6(p('Hum.') + p(text)))
    expect(lines.length).toBeGreaterThan(3)
    const from = 5 + lines[1]!.text.length
    expect(range(p('Hum.') + p(text), 2, { start: 2, end: 10 })).toBe(`${from + 2},${from + 10}`)
    expect(range(p('Hum.') + p(text), lines.length - 1)).toMatch(new RegExp(`,${5 + text.length}$`))
  })
})

test('product §3 ranges include hidden text, which is not in the line', () => {
  const words = `${hidden('12')}<Text>Ropes </Text>${hidden('345')}<Text>creak.</Text>${hidden('6')}`
  const script = `<Paragraph Type="Action">${words}</Paragraph>${p('Night.')}`
  expect(range(script, 0)).toBe('2,17')
  expect(range(script, 0, { start: 0, end: 5 })).toBe('2,7')
  expect(range(script, 0, { start: 6, end: 11 })).toBe('11,16')
  expect(range(script, 1)).toBe('19,25')
})

test('ranges match the text of the lines in every test file', () => {
  let counted = 0
  for (const [name, bytes] of allFiles()) {
    const file = new TextDecoder().decode(bytes).replace(/(<FinalDraft[^>]*) Version="\d+"/, '$1 Version="6"')
    const xml = new TextEncoder().encode(file)
    const text = countedText(xml)
    for (const [at, line] of parseText(file).lines.entries()) {
      const [from, to] = rangesIn(xml, noteOn(at, 'x'))[0]!.split(',').map(Number)
      const words = text.slice(from, to)
      if (line.dual !== undefined && words === '██') continue
      expect([name, normaliseText(words).replaceAll(/██|▒/g, '')]).toEqual([name, line.text])
      counted++
    }
  }
  expect(counted).toBeGreaterThan(300)
})
