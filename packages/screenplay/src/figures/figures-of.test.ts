import { describe, expect, test } from 'vitest'
import { mapScript } from '../navigation.ts'
import { speechMs } from '../timing/speech-time.ts'
import { difference, figuresOf, type Totals } from './figures-of.ts'
import type { LengthSource } from './line-lengths.ts'
import { scriptFacts, type FigureLine } from './script-facts.ts'

type TestLine = FigureLine & { act: number; voiceId?: string }
const line = (type: string, text: string, rest: Partial<TestLine> = {}): TestLine => ({
  type,
  text,
  act: 1,
  ...rest,
})
const says = (character: string, ...texts: string[]) => [
  line('Character', character, { character }),
  ...texts.map((text) =>
    line(text.startsWith('(') ? 'Parenthetical' : 'Dialogue', text, { character, voiceId: character }),
  ),
]

/** Two scenes; the read time is calculated in the tests. */
const LINES = [
  line('Action', 'Black.'), // 0
  line('Scene Heading', 'INT. KITCHEN - DAY'), // 1
  line('Action', 'A kettle sings - loudly.'), // 2
  ...says('ANNA', 'Who is there?', '(beat)', 'Ben, is it you?'), // 3 to 6
  ...says('BEN', 'Yes.'), // 7, 8
  line('Action', '...'), // 9: never spoken
  line('Scene Heading', 'EXT. SEA - NIGHT', { eighths: 11 }), // 10
  ...says('ANNA', 'Look.'), // 11, 12
]

const SECOND: LengthSource['spoken'] = () => ({ clipMs: 1_000, voiceId: 'voice', pace: 1 })
const NO_SPEEDS = () => undefined
function figures(
  lines: readonly TestLine[],
  spoken: LengthSource['spoken'] = SECOND,
  wordsPerMinute: LengthSource['wordsPerMinute'] = NO_SPEEDS,
) {
  return figuresOf(scriptFacts(lines, mapScript(lines)), { spoken, wordsPerMinute })
}
const made = (ms: number) => ({ ms, isEstimated: false })

describe('product §17 read time', () => {
  test('adds the clips of a scene and the pauses of the player', () => {
    const { scenes, totals } = figures(LINES)
    // Before the first scene: one line, and the pause of 900 ms before the heading.
    expect(scenes[0]).toMatchObject({ scene: -1, startMs: 0, readTime: made(1_900) })
    // Eight lines; 500 after the heading, 350 to each of two cues, none inside a speech, 900 before the next heading.
    expect(scenes[1]).toMatchObject({ scene: 0, startMs: 1_900, readTime: made(8_000 + 500 + 2 * 350 + 900) })
    expect(scenes[2]).toMatchObject({ scene: 1, startMs: 12_000, readTime: made(3_000 + 500) })
    expect(totals.readTime).toEqual(made(15_500))
  })

  test('of several lines without sound and of an empty script is zero', () => {
    expect(figures([line('Action', '...'), line('Action', '--')])).toMatchObject({
      lines: 0,
      scenes: [],
      totals: { readTime: made(0), words: 0, dialogueShare: undefined },
    })
    expect(figures([]).totals).toMatchObject({ readTime: made(0), pages: 0, scenes: 0 })
  })

  test('at the pace of a character', () => {
    const { characters } = figures(LINES, (index) => ({
      clipMs: 1_000,
      voiceId: 'voice',
      pace: LINES[index]!.character === 'ANNA' ? 2 : 1,
    }))
    expect(characters.map(({ speakingTime }) => speakingTime.ms)).toEqual([1_500, 1_000])
  })
})

/** Two seconds for every line except these, which are not made yet. */
const except =
  (...unmade: number[]): LengthSource['spoken'] =>
  (index) => ({
    clipMs: unmade.includes(index) ? undefined : 2_000,
    voiceId: LINES[index]!.voiceId ?? 'narrator',
    pace: 1,
  })

describe('product §17 lines without a clip', () => {
  test('are estimated, and mark their scene, their speaker and the total alone', () => {
    const result = figures(LINES, except(12))
    expect(result.scenes.map(({ readTime }) => readTime.isEstimated)).toEqual([false, false, true])
    expect(result.characters.map(({ speakingTime }) => speakingTime.isEstimated)).toEqual([true, false])
    expect(result.totals.readTime.isEstimated).toBe(true)
    expect(result).toMatchObject({ lines: 12, unmade: 1 })
  })

  test('take the speed of the clips of the same voice', () => {
    const anna = says('ANNA', ...Array.from({ length: 6 }, () => 'I have told you that before.'))
    const lines = [...anna, ...says('BEN', 'I have told you that before.')]
    const result = figures(
      lines,
      (index) => ({
        clipMs: index === 6 ? undefined : index === 8 ? 900 : 4_000,
        voiceId: lines[index]!.voiceId ?? 'n',
        pace: 1,
      }),
      () => 500,
    )
    // As long as the five others, although her provider states another speed.
    expect(result.characters[0]!.speakingTime.ms).toBeCloseTo(6 * 4_000, 6)
  })

  test.each<
    [from: string, stated: number | undefined, clips: (index: number) => number | undefined, wpm: number]
  >([
    ['its provider states', 120, () => undefined, 120],
    ['is usual, if nothing is known', undefined, () => undefined, 170],
    ['is usual, if the clips are too short to tell', undefined, () => 50, 170],
  ])('else have the speed that %s', (_from, stated, clips, wpm) => {
    const [cue, ...others] = figures(
      LINES.slice(0, 5),
      (index) => ({ clipMs: index === 4 ? undefined : clips(index), voiceId: `v${index}`, pace: 1 }),
      () => stated,
    ).characters
    expect(others).toEqual([])
    expect(cue!.speakingTime.ms).toBeCloseTo(speechMs('Who is there?', wpm), 6)
  })

  test('else have the speed of the other voices of the script', () => {
    const text = 'No one has seen the lamp tonight.'
    const lines = [line('Action', text), line('Action', text), line('Action', text), ...says('BEN', text)]
    const { characters } = figures(lines, (index) => ({
      clipMs: index < 3 ? 5_000 : undefined,
      voiceId: lines[index]!.voiceId ?? 'narrator',
      pace: 1,
    }))
    expect(characters[0]!.speakingTime.ms).toBeCloseTo(5_000, 6)
  })
})

describe('product §17 who speaks', () => {
  test('a speech is a cue with all that is said under it', () => {
    const [anna, ben] = figures(LINES).characters
    expect(anna).toMatchObject({
      name: 'ANNA',
      words: 8,
      scenes: 2,
      firstPage: 1,
      lastPage: 1,
      speakingTime: made(3_000),
    })
    // The parenthetical of one second is within the speech, and not in its words.
    expect(anna!.speeches).toEqual([
      { at: 3, words: 7, startMs: 5_750, endMs: 8_750, isEstimated: false },
      { at: 11, words: 1, startMs: 14_500, endMs: 15_500, isEstimated: false },
    ])
    expect(ben).toMatchObject({ name: 'BEN', words: 1, scenes: 1 })
  })

  test('a line spoken together counts for each of its speakers', () => {
    const lines = [
      ...says('ANNA', 'Hello.'),
      line('Character', 'BOTH', { character: 'BOTH' }),
      line('Dialogue', 'Go away.', { character: 'BOTH', together: ['ANNA', 'BEN'] }),
    ]
    const { characters } = figures(lines)
    expect(characters.map(({ name, words, speeches }) => [name, words, speeches.length])).toEqual([
      ['ANNA', 3, 2],
      ['BEN', 2, 1],
    ])
  })

  test('a cue without words is no speech; dialogue after an action belongs to its cue', () => {
    const lines = [
      ...says('ANNA', '...'),
      ...says('BEN', 'Wait.'),
      line('Action', 'He runs.'),
      line('Dialogue', 'Wait!', { character: 'BEN' }),
    ]
    const { characters } = figures(lines)
    expect(characters.map(({ name, speeches }) => [name, speeches.length])).toEqual([['BEN', 1]])
  })

  test('the speakers of a scene are listed by their words', () => {
    const lines = [
      line('Scene Heading', 'INT. HALL'),
      ...says('ANNA', 'No.'),
      ...says('BEN', 'Why not, Anna?'),
    ]
    expect(figures(lines).scenes[0]!.speakers).toEqual(['BEN', 'ANNA'])
  })
})

describe('product §17 dialogue share', () => {
  test('is the part of dialogue in the words of dialogue and action', () => {
    const { scenes, totals } = figures(LINES)
    // "A kettle sings - loudly." has 4 words, the dialogue 8 and 1.
    expect(scenes[1]!.dialogueShare).toBeCloseTo(8 / 12)
    expect(scenes[2]!.dialogueShare).toBe(1)
    expect(totals.dialogueShare).toBeCloseTo(9 / 14)
    expect(totals.words).toBe(1 + (3 + 4 + 1 + 7 + 1 + 1 + 1) + (3 + 1 + 1))
  })
})

describe('product §17 length of a scene', () => {
  test('is the one of the file, else measured', () => {
    expect(figures(LINES).scenes.map(({ eighths }) => eighths)).toEqual([1, 4, 11])
  })
})

const totals = (change: Partial<Totals>): Totals => ({
  readTime: made(60_000),
  pages: 10,
  scenes: 4,
  characters: 3,
  words: 900,
  dialogueShare: 0.5,
  ...change,
})

describe('product §17 difference of two drafts', () => {
  test('is marked as estimated if either is', () => {
    const guess = totals({ readTime: { ms: 50_900, isEstimated: true }, words: 1_000, pages: 9 })
    expect(difference(totals({}), guess)).toEqual({
      readTime: { ms: 10_000, isEstimated: true },
      pages: 1,
      scenes: 0,
      characters: 0,
      words: -100,
      dialogueShare: 0,
    })
    expect(difference(guess, totals({})).readTime).toEqual({ ms: -10_000, isEstimated: true })
    expect(difference(totals({ dialogueShare: undefined }), totals({})).dialogueShare).toBeUndefined()
  })
})

test('product §17 the figures of 4,300 lines take at most 50 ms', () => {
  const lines = Array.from({ length: 1_075 }, (_, scene) => [
    ...(scene % 8 === 0 ? [line('Scene Heading', `INT. ROOM ${scene} - DAY`)] : []),
    line(
      'Action',
      'She puts the heavy lamp on the table, wipes her hands and looks at the door for a while.',
    ),
    ...says(
      `PERSON ${scene % 100}`,
      'I have told you that before, and I will not tell you a second time. Go.',
    ),
    line('Action', 'Nothing moves.'),
  ])
    .flat()
    .slice(0, 4_300)
  const map = mapScript(lines)
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now()
    figuresOf(scriptFacts(lines, map), {
      spoken: (at) => ({ ...SECOND(at), clipMs: at % 2 ? 900 : undefined }),
      wordsPerMinute: NO_SPEEDS,
    })
    return performance.now() - from
  })
  expect(Math.min(...times)).toBeLessThan(50)
})
