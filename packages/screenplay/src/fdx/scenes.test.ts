import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseText } from '../testing/fixture-files.ts'

const heading = (text: string, number = '') =>
  paragraph('Scene Heading', text, number && `Number="${number}"`) + paragraph('Action', 'x')
/** Numbers of the scenes, with spaces between them. */
const numbers = (...headings: string[]) =>
  parseText(fdxOf(headings.join('')))
    .lines.flatMap(({ type, sceneNumber }) => (type === 'Scene Heading' ? [sceneNumber ?? '-'] : []))
    .join(' ')
const bare = paragraph('Scene Heading', 'INT. A')
const long = 'Scene 11 - the stage, where a play of great length is being rehearsed for the first time by all'
const named = (names: string) => names.split(' ').map((name) => heading(`SCENE ${name}`))

describe('scenes (product §3)', () => {
  test.each([
    ['count', '1 2 3', [bare, heading('INT. B'), heading('SCENE 3')]],
    ['count below a bare heading', '1 2', [bare, heading('SCENE 2')]],
    ['are one with the label above', '1', [paragraph('Scene Heading', 'SCENE 2'), heading('INT. A')]],
    [
      'without a number stay so',
      '1 - 2',
      [heading('INT. A', '1'), heading('INT. B'), heading('INT. C', '2')],
    ],
    [
      'above numbers have none',
      '- 163 164',
      [heading('INT. A'), heading('INT. B', '163'), heading('INT. C', '164')],
    ],
    ['count around one number', '3 2 -', [heading('INT. A', '3'), heading('INT. B'), heading('INT. C')]],
    ['compare numbers without a full stop', '2. -', [heading('INT. A', '2.'), heading('INT. B')]],
    [
      'have the number before their place',
      '12A 1/2 ep29/sc12 -',
      ['12A. INT. A - DAY', 'Sc1/2: ext. b', 'ep29/sc12 int. c', 'INT. D'].map((text) => heading(text)),
    ],
    [
      'have it with signs',
      '9 12 3',
      ['9 - INT. A', '#12 EXT. B', 'Sc. 3 INT. C'].map((text) => heading(text)),
    ],
    [
      'have the number or letter in their name',
      '1 2 11 2 B -',
      ['Scene 1 - an office', 'SCENE 2', long, 'SCENE TWO.', 'Scene B', 'Scene of the crime'].map((text) =>
        heading(text),
      ),
    ],
    ['have Roman numbers', '1 2 3 4 5 6', named('I II III IV V VI')],
    ['have letters that look Roman', 'H I J V', named('H I J V')],
    [
      'have the number in their properties',
      '7B',
      ['<Paragraph Type="Scene Heading"><SceneProperties Number="7B"/><Text>INT. A</Text></Paragraph>'],
    ],
  ])('%s: %s', (_, expected, headings) => {
    expect(numbers(...headings)).toBe(expected)
  })

  test('a heading too long for one clip is action', () => {
    const { scenes, lines } = parseText(fdxOf(heading('INT. '.repeat(2_000))))
    expect([scenes, ...lines.map(({ type }) => type)]).toEqual([0, 'Action', 'Action', 'Action', 'Action'])
  })

  test.each([
    [2, 'Scene Heading: INT. HOUSE - DAY, Scene: Int. kitchen'],
    [3, 'Scene: EXT. F, Scene: EXT. G, Scene Heading: EXT. H'],
    [3, 'Slugline: INT. HALL, Scene Heading: INT. B, Slugline: INT. C'],
    [1, 'Slugline: THE HALL, Scene Heading: INT. B'],
    [1, 'Scene: SCENE B, General: (Ada; Ben), Scene Heading: INT. A, Action: x'],
  ])('there are %i in %s', (count, lines) => {
    const secondary =
      '<ElementSettings Type="Slugline"><Behavior PaginateAs="Scene Heading"/></ElementSettings>'
    const paragraphs = lines.split(', ').map((line) => line.split(': ') as [string, string])
    const content = paragraphs.map(([type, text]) => paragraph(type, text)).join('')
    expect(parseText(fdxOf(content, secondary)).scenes).toBe(count)
  })
})
