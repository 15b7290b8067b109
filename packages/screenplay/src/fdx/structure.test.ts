import { expect, test } from 'vitest'
import { fdxOf, paragraph, parseText, table } from '../testing/fixture-files.ts'

const NAMED_SLUGLINE =
  '<ElementSettings Type="Slugline"><Behavior PaginateAs="Scene Heading"/></ElementSettings>'
/** Parses paragraphs in the format of the tables. */
const parsed = (...paragraphs: string[]) => {
  const content = paragraphs.map((each) => {
    const [, type = '', number, text = ''] = /^([^:#]*?)(?: #(\S+))?: (.*)$/s.exec(each)!
    return paragraph(type, text, number && `Number="${number}"`)
  })
  return parseText(fdxOf(content.join(''), NAMED_SLUGLINE))
}

test.each(table('structure', 'Acts of lines'))(
  'assigns the acts %s to the lines: %s, %s',
  (acts, ...paragraphs) => {
    expect(parsed(...paragraphs).lines.map(({ act }) => act)).toEqual(acts.split(' ').map(Number))
  },
)

test.each(table('structure', 'Acts'))('counts %s acts for the marks %s, %s', (count, ...names) => {
  expect(parsed(...names.flatMap((name) => [`New Act: ${name}`, 'Action: x'])).acts).toBe(Number(count))
})

test.each(table('structure', 'Types'))(
  'assigns the types and speakers %s: %s, %s',
  (types, ...paragraphs) => {
    const { lines, characters } = parsed(...paragraphs)
    const read = lines.map(({ type, character }) => (character ? `${type}: ${character}` : type))
    expect(read.join(', ')).toBe(types)
    expect(characters).toEqual([...new Set(lines.flatMap(({ character }) => character ?? []))])
  },
)

test('keeps action longer than a name as action; reads a heading too long for one clip as action', () => {
  const name = `${'VERY '.repeat(12)}LONG`
  const { lines } = parsed(`Character: ${name}`, 'Dialogue: x', `Action: ${name}`, 'Dialogue: y')
  expect(lines[2]?.type).toBe('Action')
  const long = parsed(`Scene Heading: ${'INT. '.repeat(2_000)}`)
  expect([long.scenes, new Set(long.lines.map(({ type }) => type))]).toEqual([0, new Set(['Action'])])
})

test.each(table('structure', 'Sides'))(
  'assigns the sides %s in a dual dialogue: %s, %s',
  (sides, ...cues) => {
    const block = cues.map((cue) => paragraph('Character', cue) + paragraph('Dialogue', 'x')).join('')
    const two = `<Paragraph Type="General"><DualDialogue>${block}</DualDialogue></Paragraph>`.repeat(2)
    const duals = parseText(fdxOf(two)).lines.flatMap(({ type, dual }) =>
      type === 'Character' ? [dual] : [],
    )
    expect(duals.join(' ')).toBe(`${sides} ${sides}`)
  },
)

test('leaves a third cue with a caret out of the dual dialogue', () => {
  const speech = ['Dialogue: x', 'Character: BEN ^', 'Dialogue: x', 'Character: CARA ^', 'Dialogue: x']
  const sides = parsed('Character: ADA', ...speech).lines.map(({ dual }) => dual)
  expect(sides).toEqual(['left', 'left', 'right', 'right', undefined, undefined])
})

test.each(table('structure', 'Scene numbers'))('numbers the scenes %s: %s, %s', (numbers, ...paragraphs) => {
  const read = parsed(...paragraphs).lines.filter(({ type }) => type === 'Scene Heading')
  expect(read.map(({ sceneNumber }) => sceneNumber ?? '-').join(' ')).toBe(numbers)
})

test('reads a scene number from the scene properties', () => {
  const heading =
    '<Paragraph Type="Scene Heading"><SceneProperties Number="7B"/><Text>INT. A</Text></Paragraph>'
  expect(parseText(fdxOf(heading)).lines[0]?.sceneNumber).toBe('7B')
})

test.each(table('structure', 'Scenes'))('counts %s scenes: %s, %s', (count, ...paragraphs) => {
  expect(parsed(...paragraphs).scenes).toBe(Number(count))
})
