import { processorMs } from '@andscene/testing/processor-time'
import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseText, table } from '../testing/fixture-files.ts'
import { readTitle } from './title/find-title.ts'
import { parseTree } from './xml-tree.ts'

const ALIGNMENT = { left: 'Alignment="Left"', right: 'Alignment="Right"', named: 'Type="Title"' }
/** A line of a title page with a style and size, in the format of the tables: `left: The words`. */
const line = (cell: string, style?: string, size = 12) => {
  const [, kind, words = cell] = /^(left|right|named): (.*)$/s.exec(cell) ?? []
  const attributes = kind ? ALIGNMENT[kind as keyof typeof ALIGNMENT] : 'Alignment="Center"'
  const text = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const look = style === undefined ? '' : ` Size="${size}" Style="${style}"`
  return `<Paragraph ${attributes}><Text${look}>${text}</Text></Paragraph>`
}
const page = (...lines: string[]) => lines.map((each) => line(each))
const fileOf = (lines: readonly string[]) =>
  fdxOf(paragraph('Action', 'A line.'), `<TitlePage><Content>${lines.join('')}</Content></TitlePage>`)
const titled = (lines: readonly string[]) => parseText(fileOf(lines), 'My_Script v2.FDX').title
const FILE_TITLE = 'My Script v2'

test.each(table('titles', 'Titles'))('reads title page %# as %j', (title, ...lines) => {
  expect(titled(page(...lines))).toBe(title)
})

test.each(['Strikeout', 'Bold+HiddenText'])('a title has no words of the style %s', (style) => {
  const runs = `<Text Style="${style}">The Old </Text><Text>The Paper Boat</Text>`
  expect(titled([`<Paragraph Alignment="Center">${runs}</Paragraph>`, ...page('by', 'A. Writer')])).toBe(
    'The Paper Boat',
  )
})

test.each(table('titles', 'Placeholders'))('replaces the placeholder %j by the file name', (words) => {
  expect(titled(page(words, '', 'by', '(Name of First Writer)'))).toBe(FILE_TITLE)
  expect(titled(page(`left: ${words}`, 'left: Written by'))).toBe(FILE_TITLE)
  expect(titled(page(`named: ${words}`))).toBe(FILE_TITLE)
})

test.each(table('titles', 'Titles that look like placeholders or notices'))(
  'accepts %j as a title',
  (title) => {
    expect(titled(page(title, '', 'Written by', 'A. Writer'))).toBe(title)
  },
)

test.each(table('titles', 'Lines to skip'))('skips %j above a title', (words) => {
  expect(titled(page(words, '', 'The Paper Boat', '', 'written by', 'A. Writer'))).toBe('The Paper Boat')
  expect([FILE_TITLE, words]).toContain(titled(page(words, 'A. Writer', '12 Long Street')))
})

test.each([...table('titles', 'File names'), ['', 'Untitled'], [`${'x'.repeat(500)}.fdx`, 'x'.repeat(200)]])(
  'turns the file name %j into the title %j',
  (name, title) => {
    expect(parseText(fdxOf(paragraph('Action', 'A line.')), name).title).toBe(title)
  },
)

test.each([
  ...table('titles', 'Reasons').map(([clause, ...lines]) => [clause, 'night.fdx', page(...lines)] as const),
  [
    "neither the title page nor the file's name has one (there is no title page with words)",
    '.fdx',
    [],
  ] as const,
])('gives the reason for a title: %s', (clause, file, lines) => {
  expect(readTitle(parseTree(fileOf(lines))[0]?.['FinalDraft'] ?? [], file).why).toBe(clause)
})

describe('a title page', () => {
  test('is read if a tool puts it inside the script, and its text becomes no line', () => {
    const titlePage = `<TitlePage><Content>${line('Inside')}</Content></TitlePage>`
    const script = parseText(fdxOf(titlePage + paragraph('Action', 'A line.')))
    expect([script.title, script.lines.length]).toEqual(['Inside', 1])
  })

  test('loses direction controls, which would show it in another order', () => {
    expect(titled(page('Boat \u202etxt.fdx\u202c', 'by'))).toBe('Boat txt.fdx')
  })

  test('keeps the AllCaps style of a run', () => {
    const runs = '<Text Style="Bold+AllCaps">the paper</Text><Text Style="Bold"> Boat</Text>'
    const lines = [`<Paragraph Alignment="Center">${runs}</Paragraph>`, ...page('by')]
    expect(titled(lines)).toBe('THE PAPER Boat')
  })

  test('ends at a page break', () => {
    const next = '<Paragraph Alignment="Center" StartsNewPage="Yes"><Text>THE OTHER PAGE</Text></Paragraph>'
    expect(titled([...page('left: Notes'), next, ...page('written by')])).toBe(FILE_TITLE)
  })

  test('continues in lower case, but not in another style', () => {
    const small = [line('The Quiet Life', 'Bold', 48), line('at Sea', 'Bold', 26)]
    expect(titled([...small, ...page('', '“Episode Title”', '', 'Written', '', 'By')])).toBe(
      'The Quiet Life at Sea',
    )
    const other = [line('THE LONG WAY', 'Bold+Underline'), line('ANNA', ''), ...page('by')]
    expect(titled(other)).toBe('THE LONG WAY')
  })

  test('is read below a picture', () => {
    const picture = '<Paragraph Alignment="Center"><Picture Data="QUJD"/></Paragraph>'
    expect(titled([picture, ...page('THE PAPER BOAT', 'by')])).toBe('THE PAPER BOAT')
  })

  test.each([...`([<{"“_*~:,.#`, '1/', 'a ', 'by ', 'Ep. 1 ', 'the title '])(
    'is read in linear time when full of %j',
    (sign) => {
      const root = parseTree(fileOf(Array.from({ length: 200 }, () => line(sign.repeat(5_000)))))
      const read = () => readTitle(root[0]?.['FinalDraft'] ?? [], `${sign.repeat(5_000)}.fdx`)
      expect(processorMs(read)).toBeLessThan(1_000)
    },
  )
})
