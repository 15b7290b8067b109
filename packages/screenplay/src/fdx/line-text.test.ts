import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

describe('the text of a line', () => {
  test('is all direct-child Text runs of its paragraph, joined exactly', () => {
    expect(rows(parseFixture('runs'))).toEqual([
      'Action | The clockwork owl blinks  twice.',
      'Character | ivo',
      `Dialogue | It's Tom & Jerry's "café": 3 < 4.`,
      'Action | First row,\nsecond row,\n\ta tab, no break, and <raw> & literal.',
      'Action | Comments are not read.',
    ])
  })

  test('leaves out what nests paragraphs of its own, in whatever order the children come', () => {
    expect(rows(parseFixture('structure'), 'scriptNote')).toEqual([
      'Scene Heading | EXT. POND - DAY | -',
      'Action | A boat made of newspaper. | Which newspaper?',
    ])
  })

  test('has "\\n" for every line break and a space for every no-break space', () => {
    const text = 'one\r\ntwo\rthree\u2028four&#xD;five\u00a0six\u202fseven&#160;eight\u0085nine'
    expect(parseText(fdxOf(paragraph('Action', text))).lines[0]?.text).toBe(
      'one\ntwo\nthree\nfour\nfive six seven eight\nnine',
    )
  })

  test('has no line break at its ends, where a tool has put its words on a row of their own', () => {
    const own = '\n        Henry\n      '
    const script = parseText(
      fdxOf(paragraph('Character', own) + paragraph('Action', '    Dear Scott --\n  Yours  ')),
    )
    expect(rows(script, 'character')).toEqual([
      'Character | Henry | HENRY',
      'Action |     Dear Scott --\n  Yours   | -',
    ])
  })

  test('keeps right-to-left and East Asian words, signs beyond the basic plane, and other capitals as they are', () => {
    const world = parseFixture('world')
    expect(world.characters).toEqual(['李明', 'ليلى', 'МАША', 'ÉLODIE'])
    expect(world.lines.map((line) => line.text)).toContain('مرحبا! هل هذا الشاي ساخن؟')
    expect(world.lines.map((line) => line.text)).toContain('Очень горячий 🍵.')
  })

  test('is kept where a tool writes it without runs', () => {
    expect(rows(parseText(fdxOf('<Paragraph Type="Action">\n  Bare words\n</Paragraph>')))).toEqual([
      'Action | Bare words',
    ])
  })

  test('is not touched by references that only HTML has, nor by a lone ampersand', () => {
    const script = parseText(
      fdxOf(paragraph('Action', 'fish &amp;amp; chips &nbsp;at AT&T &rsquo;n &#x1F375; &bogus;')),
    )
    expect(script.lines[0]?.text).toBe('fish &amp; chips  at AT&T ’n 🍵 &bogus;')
  })

  test('is cut at the ends of sentences where it is too long for one clip, and nothing is lost', () => {
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
