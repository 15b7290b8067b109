import { describe, expect, test } from 'vitest'
import { checkAnnotate, noteOn } from '../../testing/check-annotate.ts'
import { fdxOf, paragraph } from '../../testing/fixture-files.ts'
import { attributeText, colourText, momentText, textRows } from './note-text.ts'

describe('textRows', () => {
  test('returns a row per line, for any kind of line end', () => {
    expect(textRows('a\r\nb\rc\u2028d\n\ne')).toEqual(['a', 'b', 'c', 'd', '', 'e'])
  })

  test('joins the 20th and all further rows into the last one', () => {
    const rows = Array.from({ length: 30 }, (_, at) => `row ${at}`)
    expect(textRows(rows.slice(0, 20).join('\n'))).toEqual(rows.slice(0, 20))
    expect(textRows(rows.join('\n'))).toEqual([...rows.slice(0, 19), rows.slice(19).join('\n')])
  })

  test('removes characters that XML cannot contain', () => {
    expect(textRows('a\u0000\u0001\u001b\u007f\u009f\ud800\udc00b\ud800c\ufffe\uffff\td')).toEqual([
      'a𐀀bc\td',
    ])
    expect(textRows(`<&>"' ]]> مرحبا 🎭 𝄞`)).toEqual([`&lt;&amp;&gt;&quot;' ]]&gt; مرحبا 🎭 𝄞`])
  })
})

describe('attribute values', () => {
  test('have no line breaks and a limited length', () => {
    expect(attributeText(' Ada\n\tLove\u0000lace "A" <a@b.c>')).toBe(
      'Ada Lovelace &quot;A&quot; &lt;a@b.c&gt;',
    )
    expect(attributeText(`${'a'.repeat(199)}🎭`)).toBe('a'.repeat(199))
    const bytes = new TextEncoder().encode(fdxOf(paragraph('Action', 'x')))
    expect(checkAnnotate(bytes, [noteOn(0, 'x', { author: '"'.repeat(20_000) })])).toHaveLength(1)
  })

  test('have 16 bits per color channel', () => {
    expect(colourText('#12abEF')).toBe('#1212ABABEFEF')
    for (const none of [undefined, '', 'red', '#123', '#12345g', '" x="'])
      expect(colourText(none)).toBe('#000000000000')
  })

  test('have times in UTC, or none for an invalid time', () => {
    expect(momentText('2026-01-31T23:59:01.123+02:00')).toBe('20260131T215901')
    expect(momentText('soon')).toBeUndefined()
  })
})
