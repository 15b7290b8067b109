import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

const heading = (text: string, number = '') =>
  paragraph('Scene Heading', text, number && `Number="${number}"`) + paragraph('Action', 'x')
const numbers = (...headings: string[]) =>
  parseText(fdxOf(headings.join('')))
    .lines.filter(({ type }) => type === 'Scene Heading')
    .map(({ sceneNumber }) => sceneNumber ?? '-')

describe('scenes (product §3)', () => {
  test('begin at headings and at slug lines typed as action, not at labels, transitions and shots', () => {
    const script = parseFixture('slug-lines')
    expect(script.scenes).toBe(6)
    expect(rows(script, 'sceneNumber')).toEqual([
      'Transition | FADE IN: | -',
      'Scene Heading | INT./EXT. McTAVISH’s CAR - DAY | 1',
      'Action | INT. HARBOUR, they say, is a joke. | 1',
      'Action | INTERIOR LIGHTS FLICKER. | 1',
      'Scene Heading | I/E BOAT - DUSK | 2',
      'Action | EXT. PIER\nA second row makes it a paragraph. | 2',
      'Dialogue | INT. IS A WORD TOO | 2',
      'Scene Heading | SCENE 3 INT. CABIN | 3',
      'Time | Day 2 08.00 | 3',
      'General | STUDIO | 3',
      'Action | Fog. | 3',
      'Scene Heading | THE DECK | 4',
      'Action | A shot location of its own. | 4',
      'Shot | THE MAST | 4',
      'Transition | Slowly, out of the dark | 4',
      'General | A CORNER OF THE DECK | 4',
      'Scene Heading | EXT. DECK - NIGHT | 5',
      'Action | Stars. | 5',
      'Scene | THE BOW | 6',
      'Action | Foam. | 6',
    ])
  })

  test('of a multi-camera script are one each, whatever stands between the label and its heading', () => {
    const script = parseFixture('multi-camera')
    expect(script.lines.filter(({ type }) => type.startsWith('Scene')).map(({ text }) => text)).toEqual([
      'INT. BAKERY - DAY (DAY 1)',
      'INT. CELLAR - DAY (DAY 1)',
      'INT. BAKERY - NIGHT (DAY 1)',
      'INT. VAN - NIGHT (DAY 1)',
      'INT. BAKERY - DAY (DAY 2)',
      'ACT TWO, SCENE D',
      'INT. CELLAR - NIGHT (DAY 2)',
    ])
  })

  test('follow each other where each has a heading of its own', () => {
    expect(numbers(paragraph('Scene Heading', 'INT. A'), heading('INT. B'), heading('SCENE 3'))).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  test('follow each other where a heading that only names its scene stands below another', () => {
    expect(numbers(paragraph('Scene Heading', 'INT. A'), heading('SCENE 2'))).toHaveLength(2)
    expect(numbers(paragraph('Scene Heading', 'SCENE 2'), heading('INT. A'))).toHaveLength(1)
  })

  test('have their own numbers, and none where the others have numbers: an ordinal is another scene’s', () => {
    expect(numbers(heading('INT. A', '1'), heading('INT. B'), heading('INT. C', '2'))).toEqual([
      '1',
      '-',
      '2',
    ])
    expect(numbers(heading('INT. A'), heading('INT. B', '163'), heading('INT. C', '164'))).toEqual([
      '-',
      '163',
      '164',
    ])
  })

  test('are one each, so that a heading too long for one clip is action', () => {
    const { scenes, lines } = parseText(fdxOf(heading('INT. '.repeat(2_000))))
    expect([scenes, ...lines.map(({ type }) => type)]).toEqual([0, 'Action', 'Action', 'Action', 'Action'])
  })

  test('are counted where one alone has a number, and that one’s is not given twice', () => {
    expect(numbers(heading('INT. A', '3'), heading('INT. B'), heading('INT. C'))).toEqual(['3', '2', '-'])
  })

  test('have the number before their place', () => {
    expect(
      numbers(
        heading('12A. INT. A - DAY'),
        heading('Sc1/2: ext. b'),
        heading('ep29/sc12 int. c'),
        heading('INT. D'),
      ),
    ).toEqual(['12A', '1/2', 'ep29/sc12', '-'])
    expect(numbers(heading('9 - INT. A'), heading('#12 EXT. B'), heading('Sc. 3 INT. C'))).toEqual([
      '9',
      '12',
      '3',
    ])
  })

  test.each([
    'INT. KITCHEN - DAY',
    'EXT. 42ND STREET – NIGHT',
    'INT./EXT. CAR',
    'EXT/INT. CAR - DAY',
    'I/E CAR',
    'INT KITCHEN - DAY',
    '12 EXT. FIELD',
    ' INT. HALL ',
    'INT.  “THE CROWN” - DAY',
    'INT. iPHONE SCREEN',
    'INT. DeLOREAN - NIGHT',
    'INT - KITCHEN',
    'EXT. FIELD – WEST – continuous',
    'EXT. 2nd STREET',
  ])('begin at %j as action', (text) => {
    expect(parseText(fdxOf(paragraph('Action', text))).lines[0]?.type).toBe('Scene Heading')
  })

  test.each([
    'INT.',
    'INTO THE WOODS',
    'EXTRA! EXTRA!',
    'INTERPOL ARRIVES',
    'I SEE A CAR',
    'Int. kitchen',
    'E. T. PHONES',
    'EXT. FIELD - continuous rain',
    'EXT. PIER\nAND MORE',
    'INT. KITCHEN. Ada enters.',
  ])('do not begin at %j as action', (text) => {
    expect(parseText(fdxOf(paragraph('Action', text))).lines[0]?.type).toBe('Action')
  })

  test.each(['FADE IN:', 'Smash cut to:', 'SLAM TO BLACK.', 'DISOLVE TO', 'SLOW DISSOLVE TO:'])(
    'do not begin at %j as a heading',
    (text) => {
      expect(parseText(fdxOf(heading(text))).lines[0]?.type).toBe('Transition')
    },
  )

  test.each([
    'THE MATCH',
    'THE CUT',
    'FLASHBACK',
    'CUTTING ROOM',
    'BACK TO SCENE',
    'BLACK.',
    'FADED WALLPAPER SHOP',
  ])('begin at %j as a heading', (text) => {
    expect(parseText(fdxOf(heading(text))).lines[0]?.type).toBe('Scene Heading')
  })

  test('have the number or the letter that their heading names', () => {
    expect(
      numbers(
        heading('Scene 1 - an office'),
        heading('SCENE 2'),
        heading(
          'Scene 11 - the stage, where a play of great length is being rehearsed for the first time by everybody',
        ),
        heading('SCENE TWO.'),
        heading('Scene B'),
        heading('Scene of the crime'),
      ),
    ).toEqual(['1', '2', '11', '2', 'B', '-'])
  })

  test('have Roman numbers where one can be nothing else, else letters', () => {
    expect(numbers(...['I', 'II', 'III', 'IV', 'V', 'VI'].map((name) => heading(`SCENE ${name}`)))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
    expect(numbers(...['H', 'I', 'J', 'V'].map((name) => heading(`SCENE ${name}`)))).toEqual([
      'H',
      'I',
      'J',
      'V',
    ])
  })

  test('compare a number without its full stop', () => {
    expect(numbers(heading('INT. A', '2.'), heading('INT. B'))).toEqual(['2.', '-'])
  })

  test('are two where both lines are slug lines, in whatever style and letters', () => {
    const secondary =
      '<ElementSettings Type="Slugline"><Behavior PaginateAs="Scene Heading"/></ElementSettings>'
    const scenes = (...lines: [string, string][]) =>
      parseText(fdxOf(lines.map(([type, text]) => paragraph(type, text)).join(''), secondary)).scenes
    expect(scenes(['Scene Heading', 'INT. HOUSE - DAY'], ['Scene', 'Int. kitchen'])).toBe(2)
    expect(scenes(['Scene', 'EXT. F'], ['Scene', 'EXT. G'], ['Scene Heading', 'EXT. H'])).toBe(3)
    expect(scenes(['Slugline', 'INT. HALL'], ['Scene Heading', 'INT. B'], ['Slugline', 'INT. C'])).toBe(3)
    expect(scenes(['Slugline', 'THE HALL'], ['Scene Heading', 'INT. B'])).toBe(1)
  })

  test('are one where who is in the scene stands between label and heading', () => {
    const script = paragraph('Scene', 'SCENE B') + paragraph('General', '(Ada, Ben)') + heading('INT. A')
    expect(parseText(fdxOf(script)).scenes).toBe(1)
  })
})
