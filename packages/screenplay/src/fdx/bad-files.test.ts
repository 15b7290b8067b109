import { processorMs } from '@andscene/testing/processor-time'
import { describe, expect, test } from 'vitest'
import { FdxError } from './fdx-error.ts'
import { fdxOf, fixtureBytes, paragraph, parseText, sampleBytes, table } from '../testing/fixture-files.ts'
import { parseFdx } from './parse-fdx.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const refusal = (bytes: Uint8Array): FdxError => {
  try {
    parseFdx(bytes, 'x.fdx')
  } catch (error) {
    if (error instanceof FdxError) return error
    throw error
  }
  throw new Error('It was not refused.')
}
const line = paragraph('Action', 'A line.')
const deep = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`

const WORDS = 'word '.repeat(1_980_000)

const BAD: [name: string, code: string, content: string | Uint8Array][] = [
  ...table('bad-files').map((cells) => cells as [string, string, string]),
  ['an empty file', 'EMPTY', ''],
  ['a ZIP archive', 'NOT_XML', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])],
  ['noise', 'NOT_XML', new Uint8Array(4096).map((_, at) => (at * 7919) % 251)],
  ['zeros', 'NOT_XML', new Uint8Array(1000)],
  [
    'a file cut within a character',
    'TRUNCATED',
    bytesOf(fdxOf(paragraph('Action', 'café'))).subarray(0, -48),
  ],
  ['a resource fork', 'RESOURCE_FORK', new Uint8Array([0, 5, 0x16, 7, 0, 2, 0, 0, 77, 97, 99])],
  ['10,000 levels', 'TOO_DEEP', fdxOf(`${line}${deep(10_000)}`)],
  ['10,000 levels in a part that is not read', 'TOO_DEEP', fdxOf(line, deep(10_000))],
  ['a run of 9.9 MB', 'TOO_LONG', fdxOf(paragraph('Action', WORDS))],
  ['a literal run of 9.9 MB', 'TOO_LONG', fdxOf(paragraph('Action', `<![CDATA[${WORDS}]]>`))],
  ['200,000 paragraphs', 'TOO_LONG', fdxOf('<Paragraph><Text>x</Text></Paragraph>'.repeat(200_000))],
  ['two million elements', 'TOO_LONG', fdxOf(line, '<a/>'.repeat(2_000_000))],
  ['a tag of 100,000 attributes', 'TOO_LONG', fdxOf(`<Paragraph${' a="1"'.repeat(100_000)}/>`)],
  ['NUL bytes', 'DAMAGED', fdxOf(paragraph('Action', 'a\0b'))],
  ['Latin-1 as UTF-8', 'ENCODING', Buffer.from(fdxOf(paragraph('Action', 'café noir')), 'latin1')],
]

const many = (count: number, part: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('')

const titlePage = (text: string) =>
  `<TitlePage><Content><Paragraph Alignment="Center"><Text>${text}</Text></Paragraph></Content></TitlePage>`

describe('an invalid file', () => {
  test.each(BAD)('(%s) is rejected as %s with a one-sentence message', (_, code, content) => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content
    let error: FdxError | undefined
    const time = processorMs(() => (error = refusal(bytes)))
    expect(error?.code).toBe(code)
    expect(error?.message).toMatch(/^[A-Z].*\.$/s)
    expect(error?.message).not.toMatch(/\n|Error|undefined|position/)
    expect(time).toBeLessThan(2_000)
  })

  test('that was truncated anywhere is rejected, never read as a shorter script', () => {
    const whole = fixtureBytes('speech')
    const end = whole.lastIndexOf('>'.charCodeAt(0))
    for (let length = 1; length < end; length += 7)
      expect(() => parseFdx(whole.subarray(0, length), 'x.fdx')).toThrow(FdxError)
  })

  test('full of references is read quickly (CVE-2026-26278, CVE-2026-33036)', () => {
    const references = '&#65;&#x42;&amp;&lt;'.repeat(4_000)
    expect(processorMs(() => parseText(fdxOf(many(20, () => paragraph('Action', references)))))).toBeLessThan(
      2_000,
    )
  })

  const STYLES = 'Dialogue,Character,Action,Scene Heading,New Act,General,Act &amp; Scene Break,Parenthetical'

  test.each([...` .:…(^-'*"`, 'A ', 'ACT ', 'A.', 'V.O. ', '--', '\t('])(
    'with long lines full of %j is read in linear time',
    (sign) => {
      const text = sign.replace('"', '&quot;').repeat(15_000)
      const types = [...STYLES.split(','), text.slice(0, 9_000).replaceAll('&quot;', '')]
      const body = types.map((type) => paragraph(type, `${text}x`) + paragraph(type, `x${text}x`)).join('')
      expect(processorMs(() => parseText(fdxOf(body, titlePage(`${text}x`))))).toBeLessThan(2_000)
    },
  )
})

describe('a file crafted to be slow', () => {
  test('with a long chain of styles is read in linear time, and the styles keep their names', () => {
    const chain = many(
      5_000,
      (at) => `<ElementSettings Type="T${at}"><Behavior PaginateAs="T${at + 1}"/></ElementSettings>`,
    )
    const body = many(5_000, (at) => paragraph(`T${at}`, 'x'))
    let types: string[] = []
    expect(
      processorMs(() => (types = parseText(fdxOf(body, chain)).lines.map((each) => each.type))),
    ).toBeLessThan(4_000)
    expect(types[7]).toBe('T7')
  })

  test.each([
    ['acts', (at: number) => paragraph('New Act', `M${at}`)],
    ['labels', (at: number) => paragraph('Scene', `SCENE ${at % 900}`)],
    ['cues', (at: number) => paragraph('Character', `N${at} ^`) + paragraph('Dialogue', 'x')],
  ])('with many adjacent %s is read in linear time', (_, part) => {
    const file = fdxOf(many(20_000, part))
    expect(processorMs(() => expect(parseText(file).acts).toBe(1))).toBeLessThan(4_000)
  })

  test('with many notes outside of lines is read in linear time', () => {
    const body = paragraph('Outline 1', 'x').repeat(20_000) + line
    const note = '<ScriptNote Range="0,99999999"><Paragraph><Text>n</Text></Paragraph></ScriptNote>'
    let note0: string | undefined
    const time = processorMs(
      () =>
        (note0 = parseText(fdxOf(body, `<ScriptNotes>${note.repeat(20_000)}</ScriptNotes>`)).lines[0]
          ?.scriptNote),
    )
    expect(time).toBeLessThan(4_000)
    expect(note0).toBe(Array.from({ length: 20_000 }, () => 'n').join('\n'))
  })

  test('with many notes on one line is read', () => {
    const notes = `<ScriptNotes>${'<ScriptNote><Text>n</Text></ScriptNote>'.repeat(150_000)}</ScriptNotes>`
    expect(
      parseText(fdxOf(`<Paragraph Type="Action">${notes}<Text>x</Text></Paragraph>`)).lines,
    ).toHaveLength(1)
  })
})

describe('an unusual but valid file', () => {
  test('may contain a document type in a comment or in text, and a comment after the script', () => {
    expect(parseText(fdxOf(`<!-- <!DOCTYPE x> -->${line}`)).lines).toHaveLength(1)
    expect(parseText(fdxOf(paragraph('Action', '&lt;!DOCTYPE x&gt;'))).lines).toHaveLength(1)
    expect(parseText(`${fdxOf(line)}\n<!-- end -->\n`).lines).toHaveLength(1)
  })

  test('may contain ">" in an attribute, single quotes, and white space wherever XML allows it', () => {
    const odd = `<Paragraph\n\tType = 'Action'\n Title="a > b" ><Text\n>x</Text ></Paragraph\n>`
    expect(parseText(fdxOf(odd)).lines).toEqual([{ type: 'Action', text: 'x', act: 1 }])
  })

  test('is read without a picture inside a paragraph', () => {
    const picture = `<Image Data="${'A'.repeat(200_000)}"><Bits>${'QUJD'.repeat(100_000)}</Bits><Text>alt</Text></Image>`
    const body = `<Paragraph Type="Action"><Text>one </Text>${picture}${picture.replace(/>.*/s, '/>')}<Text>two</Text></Paragraph>`
    expect(parseText(fdxOf(body)).lines.map((each) => each.text)).toEqual(['one two'])
  })

  test('is read quickly despite megabytes of embedded pictures', () => {
    const picture = `<Images><Image Data="${'A'.repeat(3_000_000)}">${'QUJD'.repeat(1_000_000)}</Image></Images>`
    expect(processorMs(() => parseText(fdxOf(line, picture)))).toBeLessThan(1_000)
  })

  test('is read the same with Windows line ends', () => {
    const text = new TextDecoder().decode(sampleBytes())
    expect(parseText(text.replaceAll('\n', '\r\n'))).toEqual(parseText(text))
  })
})
