import { processorMs } from '@andscene/testing/processor-time'
import { describe, expect, test } from 'vitest'
import {
  checkAnnotate,
  checkAnnotated,
  noteOn,
  notesOnLines,
  removeInsertions,
} from '../../testing/check-annotate.ts'
import { allFiles, fdxOf, fixtureBytes, paragraph, parseText } from '../../testing/fixture-files.ts'
import { mutant } from '../../testing/mutate.ts'
import { parseFdx } from '../parse-fdx.ts'
import { annotateFdx, applyInsertions } from './annotate-fdx.ts'

const versions = ['', ...[1, 2, 3, 4, 5, 6, 7].map((version) => ` Version="${version}"`)]
const ofVersion = (text: string, version: string) =>
  text.replace(/(<FinalDraft[^>]*?)(?: Version="\d*")?>/, `$1${version}>`)

const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const ENCODINGS: [name: string, label: string, encode: (text: string) => Uint8Array][] = [
  ['UTF-8', 'utf-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', 'utf-8', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE', 'utf-16le', (text) => utf16(`\ufeff${text}`)],
  ['UTF-16 BE', 'utf-16be', (text) => utf16(`\ufeff${text}`, true)],
  ['UTF-16 LE without a mark', 'utf-16le', (text) => utf16(text)],
  ['UTF-16 BE without a mark', 'utf-16be', (text) => utf16(text, true)],
]
const WORDS = 'שלום & <مرحبا> “ça” 🎭 李\n𝄞 "end"'

describe('an annotated file', () => {
  test.each([...allFiles()])(
    '%s: after adding a note on every line, removing them restores the file byte for byte',
    (_, bytes) => {
      const { lines } = parseFdx(bytes, 'x.fdx')
      expect(checkAnnotate(bytes, notesOnLines(lines)).length).toBeGreaterThan(0)
    },
  )

  test.each(versions)('of version "%s" has the notes on the same lines, for every fixture', (version) => {
    let insertions = 0
    for (const bytes of allFiles().values()) {
      const text = ofVersion(new TextDecoder().decode(bytes), version)
      const file = new TextEncoder().encode(text)
      insertions += checkAnnotate(file, notesOnLines(parseText(text).lines, 2)).length
    }
    expect(insertions).toBeGreaterThan(0)
  })

  const cases = ENCODINGS.flatMap(([encoding, label, encode]) =>
    ['\n', '\r\n', '\r'].flatMap((lineEnd) =>
      ['4', '6'].map((version) => ({ encoding, label, encode, lineEnd, version })),
    ),
  )
  test.each(cases)(
    'in $encoding with line ends $lineEnd, version $version, keeps both',
    ({ label, encode, lineEnd, version }) => {
      const lf = ofVersion(new TextDecoder().decode(fixtureBytes('notes')), ` Version="${version}"`)
        .replace('Hum.', 'Hum 🎭 é.')
        .replace('<Text>Hum', '\n      <Text>Hum')
        .replace(/<ScriptNotes>[^]*<\/ScriptNotes>/, '')
      const insertions = checkAnnotate(encode(lf.replaceAll('\n', lineEnd)), [noteOn(0, WORDS)])
      expect(insertions).toHaveLength(1)
      const text = new TextDecoder(label, { fatal: true }).decode(insertions[0]?.bytes)
      expect(text).toContain('>שלום &amp; &lt;مرحبا&gt; “ça” 🎭 李</Text>')
      expect([...new Set(text.match(/\r\n?|\n/g))]).toEqual([lineEnd])
    },
  )

  test.each(['windows-1252', 'ISO-8859-1', 'windows-1251', 'Shift_JIS', 'gb18030', 'koi8-r'])(
    'in %s contains non-ASCII characters as references',
    (encoding) => {
      const xml = fdxOf(
        paragraph('Action', 'A line &gt; > x.'),
        '',
        `<?xml version="1.0" encoding="${encoding}"?>\n`,
      )
      const head = Buffer.from(xml.slice(0, xml.indexOf('A line')))
      // A two-byte character in all of these encodings.
      const bytes = Buffer.concat([head, Buffer.from([0xb0, 0xa1]), Buffer.from(xml.slice(head.length))])
      const [insertion] = checkAnnotate(bytes, [noteOn(0, WORDS)])
      expect(insertion?.bytes.every((byte) => byte < 0x80)).toBe(true)
      expect(new TextDecoder().decode(insertion?.bytes)).toContain('&#x1F3AD; &#x674E;</Text>')
    },
  )

  test('is rejected in an encoding where markup bytes occur inside characters', () => {
    const declared = '<?xml version="1.0" encoding="ISO-2022-JP"?>'
    const japanese = Buffer.from(fdxOf(paragraph('Action', '\u001b$B%>\u001b(B'), '', declared))
    expect(parseFdx(japanese, 'x.fdx').lines[0]?.text).toBe('ゾ')
    const ranged = Buffer.from(japanese.toString('latin1').replace('Version="4"', 'Version="6"'), 'latin1')
    expect(() => annotateFdx(ranged, [noteOn(0, 'x')])).toThrow(
      expect.objectContaining({ code: 'NO_PLACE', message: expect.stringMatching(/^This .*\.$/) }),
    )
  })

  test('can be any readable file: mutated files keep every byte, line and note', () => {
    const files = [...allFiles().values()]
    const outcomes = Array.from({ length: 400 }, (_, number) =>
      checkAnnotated(mutant(files, 2027, number), 1 + (number % 4)),
    )
    expect(outcomes.filter((outcome) => outcome === 'annotated').length).toBeGreaterThan(100)
    expect(outcomes).not.toContain('NO_PLACE')
  })
})

test('adds 5,000 notes of 2,000 characters to a file of 9 MB in seconds', { timeout: 60_000 }, () => {
  const content = Array.from({ length: 40_000 }, (_, at) =>
    paragraph('Action', `${at} ${'words &amp; wörter '.repeat(8)}`),
  ).join('\n')
  const bytes = new TextEncoder().encode(fdxOf(content).replace('Version="4"', 'Version="6"'))
  expect(bytes.length).toBeGreaterThan(8_000_000)
  for (const text of ['word & '.repeat(285), '\n'.repeat(2_000)]) {
    const notes = Array.from({ length: 5_000 }, (_, at) =>
      noteOn((at * 7919) % 40_000, text, { start: 2, end: 9, expectedText: at % 2 ? 'gone' : `words ${at}` }),
    )
    const annotate = () => {
      const insertions = annotateFdx(bytes, notes)
      const annotated = applyInsertions(bytes, insertions)
      expect(Buffer.compare(removeInsertions(annotated, insertions), bytes)).toBe(0)
    }
    // About half a second; a quadratic algorithm takes minutes.
    expect(processorMs(annotate)).toBeLessThan(10_000)
  }
})
