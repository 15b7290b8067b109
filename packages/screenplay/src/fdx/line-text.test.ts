import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseText } from '../testing/fixture-files.ts'

const textOf = (text: string) => parseText(fdxOf(paragraph('Action', text))).lines[0]?.text

describe('the text of a line', () => {
  test('contains a line feed for every line break and a space for every no-break space', () => {
    expect(textOf('one\r\ntwo\rthree\u2028four&#xD;five\u00a0six\u202fseven&#160;eight\u0085nine')).toBe(
      'one\ntwo\nthree\nfour\nfive six seven eight\nnine',
    )
  })

  test('has no line breaks at its ends, even if a tool puts it on a separate row', () => {
    const script = fdxOf(paragraph('Character', '\n        Henry\n      ') + paragraph('Dialogue', 'x'))
    expect(parseText(script).lines[0]).toMatchObject({ text: 'Henry', character: 'HENRY' })
    expect(textOf('    Dear Scott --\n  Yours  ')).toBe('    Dear Scott --\n  Yours  ')
  })

  test('is read if a tool writes it without runs', () => {
    const { lines } = parseText(fdxOf('<Paragraph Type="Action">\n  Bare words\n</Paragraph>'))
    expect(lines[0]?.text).toBe('Bare words')
  })

  test('resolves HTML references and keeps a lone ampersand', () => {
    expect(textOf('fish &amp;amp; chips &nbsp;at AT&T &rsquo;n &#x1F375; &bogus;')).toBe(
      'fish &amp; chips  at AT&T ’n 🍵 &bogus;',
    )
  })

  test('that is too long for one clip is split at sentence ends without losing anything', () => {
    const long = `${'A sentence of a writer who does not stop. '.repeat(300)}End.`
    const { lines } = parseText(
      fdxOf(paragraph('Character', 'BARD') + paragraph('Dialogue', long, 'StartsNewPage="Yes"')),
    )
    const speech = lines.slice(1)
    expect(speech.length).toBeGreaterThan(2)
    expect(speech.map((line) => line.text).join('')).toBe(long)
    expect(speech.every((line) => line.text.length <= 4000 && line.character === 'BARD')).toBe(true)
    expect(speech.slice(0, -1).every((line) => line.text.endsWith('. '))).toBe(true)
    expect(speech.map((line) => line.forcePageBreak)).toEqual([true, ...speech.slice(1).map(() => undefined)])
  })
})

test('attaches a note below the last line to the last line', () => {
  const note = '<Paragraph><ScriptNote><Text>Too soon?</Text></ScriptNote></Paragraph>'
  expect(parseText(fdxOf(paragraph('Action', 'The end.') + note)).lines).toMatchObject([
    { text: 'The end.', scriptNote: 'Too soon?' },
  ])
})

const ranged = (at: number) =>
  `<ScriptNote Range="${at},${at}"><Paragraph><Text>At ${at}</Text></Paragraph></ScriptNote>`

test('attaches a note at the end of the text to the last line and ignores one beyond it', () => {
  const script = fdxOf(paragraph('Action', 'Dusk'), `<ScriptNotes>${ranged(5)}${ranged(6)}</ScriptNotes>`)
  expect(parseText(script).lines[0]?.scriptNote).toBe('At 5')
})
