import { describe, expect, test } from 'vitest'
import { checkAnnotate, noteOn } from '../../testing/check-annotate.ts'
import { allFiles, parseText } from '../../testing/fixture-files.ts'
import { normaliseText } from '../../normalise-text.ts'
import { decodeFdx } from '../decode.ts'
import { scanMarkup } from '../scan-markup.ts'
import { parseTree, textOf } from '../xml-tree.ts'
import { annotateFdx } from './annotate-fdx.ts'
import type { FdxNote } from './note.ts'

const v6 = (content: string) =>
  `<FinalDraft DocumentType="Script" Version="6"><Content>${content}</Content></FinalDraft>`
const p = (text: string, type = 'Action') => `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`
const rangesIn = (xml: Uint8Array, ...notes: FdxNote[]): string[] => {
  const text = annotateFdx(xml, notes).map(({ bytes }) => new TextDecoder().decode(bytes))
  return [...text.join('').matchAll(/ Range="([^"]*)"/g)].map(([, range = '']) => range)
}
/** The range of a note on a line, or on some of its words. */
const range = (content: string, lineIndex: number, part: Partial<FdxNote> = {}) => {
  const bytes = new TextEncoder().encode(v6(content))
  checkAnnotate(bytes, [noteOn(lineIndex, 'x', part)])
  return rangesIn(bytes, noteOn(lineIndex, 'x', part))[0]
}

/** What Final Draft counts, with two marks for each block. */
const countedText = (bytes: Uint8Array): string => {
  const root = parseTree(scanMarkup(decodeFdx(bytes).text))[0]?.['FinalDraft'] ?? []
  const paragraphs = root.flatMap((section) => section['Content'] ?? [])
  return paragraphs
    .map((paragraph) =>
      (paragraph['Paragraph'] ?? [])
        .map((child) =>
          child['Text'] ? textOf(child['Text']) : child['DualDialogue'] || child['OmittedScene'] ? '██' : '',
        )
        .join(''),
    )
    .map((text) => `${text}\n`)
    .join('')
}

/** A dual dialogue with words of its paragraph above and below. */
const wrapped = (before: string, after: string) =>
  `<Paragraph><Text>${before}</Text><DualDialogue>${p('ADA', 'Character')}</DualDialogue><Text>${after}</Text></Paragraph>`

describe('the range of a note counts', () => {
  test('from 0, the end excluded, and one for the end of each paragraph', () => {
    expect(range(p('Hum.'), 0)).toBe('0,4')
    expect(range(p('Hum.') + p('') + p('Do it.'), 1)).toBe('6,12')
    expect(range(p('Hum.') + p('Do it.'), 1, { start: 3, end: 5 })).toBe('8,10')
  })

  test('a reference or a run as what it stands for', () => {
    const runs =
      '<Paragraph><Text>a &amp; </Text><Text>&#x1F3AD;b</Text><Text/><Text><![CDATA[<c>]]></Text></Paragraph>'
    expect(range(runs + p('Hum.'), 1)).toBe('11,15')
    expect(range(runs, 0, { start: 7, end: 10 })).toBe('7,10')
  })

  test('UTF-16 units, and never half of a character', () => {
    expect(range(p('🎭🎭 مرحبا') + p('ok'), 1)).toBe('11,13')
    expect(range(p('🎭🎭 مرحبا'), 0, { start: 5, end: 8 })).toBe('5,8')
    expect(range(p('a🎭b'), 0, { start: 2, end: 2 })).toBe('1,3')
    expect(range(p('a🎭b'), 0, { start: 1, end: 2 })).toBe('1,3')
  })

  const dual = `<Paragraph Type="General"><DualDialogue>${p('ADA', 'Character')}${p('Yes.', 'Dialogue')}${p('BO', 'Character')}${p('No.', 'Dialogue')}</DualDialogue><Text></Text></Paragraph>`
  test('two for a dual dialogue, where all notes on its lines stand', () => {
    expect(range(p('Hum.') + dual + p('Go.'), 5)).toBe('8,11')
    for (const line of [1, 2, 3, 4]) expect(range(p('Hum.') + dual, line, { start: 1 })).toBe('5,7')
  })

  test('words beside a dual dialogue, above or below it', () => {
    expect(range(wrapped('Up.', ''), 0)).toBe('0,3')
    expect(range(wrapped('Up.', ''), 1)).toBe('3,5')
    expect(range(wrapped('Up. ', 'Down.'), 0)).toBe('0,11')
    expect(range(wrapped('Up. ', 'Down.'), 0, { start: 4, end: 8 })).toBe('6,10')
  })

  test('two for an omitted scene, whatever is inside', () => {
    const omitted = `<Paragraph Type="Scene Heading"><Text>Omitted</Text><OmittedScene>${p('Gone.')}${p('Gone too.')}</OmittedScene></Paragraph>`
    expect(range(omitted + p('Hum.'), 0)).toBe('0,7')
    expect(range(omitted + p('Hum.'), 1)).toBe('10,14')
  })

  test('what the line leaves out of its paragraph', () => {
    expect(range(p('\n  a&#13;&#10;b\u0001c \n') + p('ok'), 0)).toBe('3,9')
    expect(range(p('\n  a&#13;&#10;b&#x85;c \n') + p('ok'), 0, { start: 1, end: 3 })).toBe('4,7')
    expect(range(p('\n  ab\n') + p('ok'), 1)).toBe('7,9')
  })

  test('from the start of the paragraph, though it became several lines', () => {
    const text = 'A sentence that is said. '.repeat(400)
    const { lines } = parseText(v6(p('Hum.') + p(text)))
    expect(lines.length).toBeGreaterThan(3)
    const from = 5 + lines[1]!.text.length
    expect(range(p('Hum.') + p(text), 2, { start: 2, end: 10 })).toBe(`${from + 2},${from + 10}`)
    expect(range(p('Hum.') + p(text), lines.length - 1)).toMatch(new RegExp(`,${5 + text.length}$`))
  })
})

test('ranges point at the words of the lines in every file there is here', () => {
  let counted = 0
  for (const [name, bytes] of allFiles()) {
    const file = new TextDecoder().decode(bytes).replace(/(<FinalDraft[^>]*) Version="\d+"/, '$1 Version="6"')
    const xml = new TextEncoder().encode(file)
    const text = countedText(xml)
    for (const [at, line] of parseText(file).lines.entries()) {
      const [from, to] = rangesIn(xml, noteOn(at, 'x'))[0]!.split(',').map(Number)
      const words = text.slice(from, to)
      if (line.dual !== undefined && words === '██') continue
      expect([name, normaliseText(words).replaceAll('██', '')]).toEqual([name, line.text])
      counted++
    }
  }
  expect(counted).toBeGreaterThan(300)
})
