import { processorMs } from '@andscene/testing/processor-time'
import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText } from '../../testing/fixture-files.ts'
import { eighthsOf } from '../eighths.ts'
import { parseFdx } from '../parse-fdx.ts'

const sets = (...declared: string[]) => `<Revisions ActiveSet="1">${declared.join('')}</Revisions>`
const revised = (set: string, text = 'x') => `<Text RevisionID="${set}">${text}</Text>`
const action = (runs: string) => `<Paragraph Type="Action">${runs}</Paragraph>`
const unmarked = (file: string) => parseText(file).lines.map((line) => ({ ...line, revisions: undefined }))
const manyRuns = (count: number) => fdxOf(action((revised('1') + revised('2')).repeat(count / 2)))
const manyLines = (run: string) => new TextEncoder().encode(fdxOf(action(`${run}One.</Text>`).repeat(10_000)))
const setsOf = (attributes: string) =>
  parseText(fdxOf(action(revised('1')), sets(`<Revision ID="1" ${attributes}/>`))).revisionSets

describe('product §3 revision sets', () => {
  test('are those that mark a line, by number; one that is not declared has a number for a name', () => {
    expect(parseFixture('revisions').revisionSets).toEqual([
      { id: 2, name: 'Blue Revision', color: '#1F5AC8', mark: '*' },
      { id: 3, name: 'Pink Rev.', color: '#FDCCD4', mark: '+' },
      { id: 12, name: 'Revision 12', mark: '*' },
    ])
    expect(parseFixture('speech').revisionSets).toEqual([])
  })

  test.each([
    ['#FF0000', '#FF0000'],
    ['#12abCD', '#12ABCD'],
    ['#000000000000', undefined],
    ['#808080', undefined],
    ['red', undefined],
    ['#12345', undefined],
    ['#GG0000', undefined],
    ['url(//evil.example)', undefined],
  ])('of the color %s have the color %s', (written, color) => {
    expect(setsOf(`Color="${written}"`)[0]?.color).toBe(color)
  })

  test('have the color of their pages if the marks have none', () => {
    expect(setsOf('Color="#000000000000" PageColor="#C6C6EDEDFEFE"')[0]?.color).toBe('#C6EDFE')
  })

  test('have short names and marks without line breaks and direction controls', () => {
    const [set] = setsOf(`Name="Blue&#xA;&#x202E;Rev ${'é'.repeat(300)}" Mark="&#xA;*****"`)
    expect(set).toMatchObject({ name: `Blue Rev ${'é'.repeat(91)}`, mark: '***' })
    expect(setsOf('Name=" " Mark=""')).toEqual([{ id: 1, name: 'Revision 1', mark: '*' }])
  })

  test('that are declared twice, in thousands, or without a number are read as far as they are usable', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `<Revision ID="${at}" Name="No. ${at}"/>`)
    const twice = '<Revision ID="1" Name="First"/><Revision ID="1" Name="Second"/><Revision Name="None"/>'
    const file = (content: string) => fdxOf(content, sets(twice, ...many))
    const time = processorMs(() => {
      expect(parseText(file(action(revised('1') + revised('9000')))).revisionSets).toEqual([
        { id: 1, name: 'First', mark: '*' },
        { id: 9000, name: 'Revision 9000', mark: '*' },
      ])
    })
    expect(time).toBeLessThan(2_000)
  })
})

test('product §3 at most 100 revision sets are kept', () => {
  const runs = Array.from({ length: 300 }, (_, at) => revised(`${at + 1}`)).join('')
  const { lines, revisionSets } = parseText(fdxOf(action(runs)))
  expect(revisionSets.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  expect(lines[0]?.revisions).toHaveLength(300)
})

describe('product §3 revision marks', () => {
  test('of a text that becomes several lines are those of each of them', () => {
    const sentence = 'A sentence of a writer who does not stop. '
    const runs = `<Text>${sentence.repeat(90)}</Text>${revised('1', sentence.repeat(90))}<Text>${sentence.repeat(90)}</Text>${revised('2', '')}`
    const { lines } = parseText(fdxOf(action(runs)))
    const marked = lines.flatMap(({ text, revisions = [] }) =>
      revisions.filter(({ set }) => set === 1).map(({ start, end }) => text.slice(start, end)),
    )
    expect(lines.length).toBeGreaterThan(2)
    expect(marked.join('')).toBe(sentence.repeat(90))
    const end = lines.at(-1)!
    expect(end.revisions).toEqual([{ start: end.text.length, end: end.text.length, set: 2 }])
  })

  test('that are empty count once per place', () => {
    const empty = (revised('1', '') + revised('2', '')).repeat(1_000)
    const { lines } = parseText(fdxOf(action(`<Text>One.</Text>${empty}<Text> Two.</Text>${empty}`)))
    expect(lines[0]?.revisions).toEqual([
      { start: 4, end: 4, set: 2 },
      { start: 9, end: 9, set: 2 },
    ])
  })

  test('of a struck-out or hidden text change neither what a line is nor what it says', () => {
    const plain = `<Text>INT. BARN</Text><Text Style="Strikeout"> - DAY</Text><Text Style="HiddenText"> or not</Text>`
    const marked = plain.replaceAll('<Text', '<Text RevisionID="1"')
    expect(unmarked(fdxOf(action(marked)))).toEqual(unmarked(fdxOf(action(plain))))
  })

  test('are limited, and a file with too many is rejected in a sentence', () => {
    expect(parseText(manyRuns(90_000)).lines.length).toBeGreaterThan(1)
    expect(() => parseText(manyRuns(100_002))).toThrow(/more than 100,000 pieces of styled or revised text/)
  })

  test('of hostile attributes are read in linear time', () => {
    const attributes = ['RevisionID=', ' RevisionID', "RevisionID='", ' RevisionID ="1', '1'].map((part) =>
      part.repeat(Math.floor(9_000 / part.length)).replaceAll(/["']/g, ''),
    )
    const runs = attributes.map((each) => `<Text ${each} RevisionID="7">x</Text>`).join('')
    const time = processorMs(() => {
      expect(parseText(fdxOf(action(runs.repeat(40)))).lines).toHaveLength(1)
    })
    expect(time).toBeLessThan(2_000)
    expect(parseText(fdxOf(action(revised(`${' '.repeat(5_000)}3`)))).revisionSets).toHaveLength(1)
  })
})

describe('product §3 the length of a scene', () => {
  test.each([
    ['1/8', 1],
    ['7/8', 7],
    ['4/8', 4],
    ['1', 8],
    ['2 3/8', 19],
    [' 1  1/2 ', 12],
    ['3/4', 6],
    ['8/8', 8],
    ['120 1/8', 961],
  ])('%j is %i eighths', (length, eighths) => expect(eighthsOf(length)).toBe(eighths))

  test.each([
    undefined,
    '',
    '0',
    '0/8',
    '9/8',
    '3/2',
    '1.5',
    '-1',
    '1/3',
    '1/8 1',
    'x',
    '1000',
    '١',
    '2 3/8 4/8',
  ])('%j is ignored', (length) => expect(eighthsOf(length)).toBeUndefined())

  test('is on its heading only, also of a dual dialogue and of an omitted scene', () => {
    const omitted = `<Paragraph Type="Scene Heading"><OmittedScene><Paragraph Type="Scene Heading"><SceneProperties Length="5/8"/><Text>INT. GONE</Text></Paragraph></OmittedScene><Text>OMITTED</Text></Paragraph>`
    const heading = `<Paragraph Type="Scene Heading"><Text>INT. BARN</Text><SceneProperties Length="1/8"/><SceneProperties Length="2/8"/></Paragraph>`
    const { lines } = parseText(fdxOf(omitted + heading + paragraph('Action', 'Hay.')))
    expect(lines.map(({ eighths }) => eighths)).toEqual([undefined, 1, undefined])
  })
})

test('a file of 10,000 revised lines is read as fast as without marks', () => {
  const [plain, marked] = [manyLines('<Text RevisionID="0">'), manyLines('<Text RevisionID="1">')]
  parseFdx(marked, 'x.fdx')
  const time = processorMs(() => parseFdx(plain, 'x.fdx'))
  expect(processorMs(() => parseFdx(marked, 'x.fdx'))).toBeLessThan(2 * time + 200)
})
