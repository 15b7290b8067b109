import { processorMs } from '@andscene/testing/processor-time'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINE_TYPES } from '@andscene/contracts/line-types'
import { canBeSpoken } from '../can-be-spoken.ts'
import { heardText } from '../heard-text.ts'
import { saidLine } from './said-line.ts'
import { parseFdx } from '../fdx/parse-fdx.ts'
import { allFiles, table } from '../testing/fixture-files.ts'

const TYPES = [...LINE_TYPES, 'Shot', 'General']
const spoken = (type: string, text: string) => saidLine({ type, text }).text

test.each(table('spoken-text'))('reads %s %j as %j', (types, text, expected) => {
  for (const type of types.split(', ')) expect(spoken(type, text)).toBe(expected)
})

test.each(table('spoken-text', 'Speech with its cue'))(
  'reads the speech %j of %s, typed with its cue, as %j',
  (text, name, expected) => {
    const character = name === '-' ? undefined : name
    expect(saidLine({ type: 'Dialogue', text, character }).text).toBe(expected)
  },
)

test.each(table('spoken-text', 'Silent'))('product §3: %s %j is not read', (types, text) => {
  for (const type of types.split(', ')) {
    expect(spoken(type, text)).toBe('')
    expect(canBeSpoken({ type, text })).toBe(false)
  }
})

test('product §3: every line of every file is silent exactly if it cannot be spoken', () => {
  for (const [name, bytes] of allFiles())
    for (const line of parseFdx(bytes, name).lines)
      expect({ ...line, isSpoken: saidLine(line).text !== '' }).toEqual({
        ...line,
        isSpoken: canBeSpoken(line),
      })
})

const struck = (text: string, ...parts: string[]) => ({
  text,
  styles: parts.map((part) => {
    const start = text.indexOf(part)
    return { start, end: start + part.length, struck: true }
  }),
})

describe('product §3 struck-out words', () => {
  test.each([
    ['Action', 'He takes the old rusty new key.', ['old rusty '], 'He takes the new key.'],
    ['Dialogue', 'Not you, never.', [' you'], 'Not, never.'],
    ['Dialogue', 'Wait here, now.', ['here'], 'Wait, now.'],
    ['Character', 'BOB ADA', ['BOB '], 'Ada'],
    ['Scene Heading', 'INT. BARN MILL - DAY', ['BARN '], 'Interior. Mill. Day.'],
    ['Dialogue', 'Gone.', ['Gone.'], ''],
    ['Dialogue', 'Gone.', ['Gone'], ''],
  ])('of %s %j are not read: %j', (type, text, parts, expected) => {
    const line = { type, ...struck(text, ...parts) }
    expect(saidLine(line).text).toBe(expected)
    expect(canBeSpoken(line)).toBe(expected !== '')
  })

  test('do not change how other styles are read', () => {
    const styles = [{ start: 0, end: 3, bold: true, capitals: true }]
    expect(saidLine({ type: 'Dialogue', text: 'Now and then.', styles }).text).toBe('Now and then.')
  })

  test('are removed in linear time', () => {
    const text = 'ab '.repeat(50_000)
    const styles = Array.from({ length: 50_000 }, (_, at) => ({
      start: at * 3,
      end: at * 3 + 1,
      struck: true,
    }))
    const remove = () => expect(heardText({ text, styles })).toBe('b '.repeat(50_000))
    expect(processorMs(remove)).toBeLessThan(1_000)
  })
})

test('product §3: the rules of English do not apply to a line in another language', () => {
  const line = { type: 'Dialogue', text: 'Nº 7, INT. y EXT., el Dr. & Cía.' }
  expect(saidLine({ ...line, language: 'es' }).text).toBe(line.text)
  expect(saidLine({ ...line, language: 'en' }).text).toBe(saidLine(line).text)
  expect(saidLine({ ...line, language: 'es', text: 'ROSA: Ven aquí.', character: 'ROSA' }).text).toBe(
    'Ven aquí.',
  )
})

describe('any line', () => {
  test.each(['你好，世界。', 'مرحبا! هل هذا الشاي ساخن؟', 'ОЧЕНЬ ГОРЯЧИЙ', 'ИНТ. КУХНЯ - ДЕНЬ'])(
    'without Latin letters is unchanged: %s',
    (text) => {
      for (const type of TYPES) expect(spoken(type, text)).toBe(text)
    },
  )

  test.each(['...', '?!', '—', '♪', ' ', '+', '=', '\u0000\u0007\u001b', '\u3164', '\u200b\u{e0041}', '🎭'])(
    'without a letter or digit is not spoken: %j',
    (text) => {
      for (const type of TYPES) expect(spoken(type, text)).toBe('')
    },
  )

  test('with a letter or digit becomes a single line of text', () => {
    const pieces = ['INT.', 'EXT', 'V.O.', 'II', '--', 'CUT TO:', ...`/-()A# 1'é\n`]
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), text, (type, words) => {
        const said = spoken(type, words)
        expect(said !== '').toBe(canBeSpoken({ type, text: words }))
        expect(canBeSpoken({ text: said })).toBe(said !== '')
        expect(said).toBe(said.trim())
        expect(said).not.toMatch(/[\n\t]/)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ...`A- '(/*—_:1\n….–`,
    ...'A.|--| - |ACT |1/|1985|& |# |o.|INT. |12A |cu |SCENE 1 |Sgt. |No. '.split('|'),
  ])('full of %j is converted in linear time', (part) => {
    const text = `x${part.repeat(5_000)}x`
    expect(processorMs(() => TYPES.map((type) => spoken(type, text)))).toBeLessThan(1_500)
  })
})
