import { describe, expect, test } from 'vitest'
import { hashedSpeech, speechOf, type SpeechSource } from './line-speech.ts'
import { mayHaveDirections } from './read-directions.ts'
import { saidLine } from './said/said-line.ts'

const casting = { characterAssignments: { TOM: 'tom' }, narrationVoiceId: 'narrator' }
const source: SpeechSource = { casting, readsDirections: true }
const dialogue = (text: string) => ({ type: 'Dialogue', text, character: 'TOM' })

/** The speech with the words of the narrator in angle brackets. */
function spoken(text: string, of: SpeechSource = source): string {
  const { text: said, byNarrator } = speechOf(dialogue(text), of)!
  let last = 0
  let shown = ''
  for (const [at, length] of byNarrator?.at ?? []) {
    shown += `${said.slice(last, at)}<${said.slice(at, at + length)}>`
    last = at + length
  }
  return shown + said.slice(last)
}

describe('product §3: a listener who hears parentheticals hears directions inside a speech by the narrator', () => {
  test.each([
    ['Right. (beat) Leave.', 'Right. <beat>. Leave.'],
    ['I (long pause) never lied.', 'I, <long pause>. never lied.'],
    ['(to Nora) Sit down.', '<to Nora>. Sit down.'],
    ['He said it (whispering), then left.', 'He said it, <whispering>. then left.'],
    ['Well... (sighs) ...no. (Beat. He nods.) Yes.', 'Well... <sighs>. no. <Beat. He nods>. Yes.'],
    ['Sure. [sighs] Next. (to Dr. Okoro)', 'Sure. <sighs>. Next. <to Doctor Okoro>.'],
    ['Wait. (holds up 2 fingers) Go.', 'Wait. <holds up two fingers>. Go.'],
  ])('%s', (text, expected) => {
    expect(spoken(text)).toBe(expected)
    // Others hear a pause, as without the narrator's voice.
    const paused = speechOf(dialogue(text), { casting })!
    expect(paused).not.toHaveProperty('byNarrator')
    expect(paused.text).not.toMatch(/beat|pause|Nora|whisper|sighs|Okoro|fingers/i)
    const withoutNarrator = { ...source, casting: { characterAssignments: { TOM: 'tom' } } }
    expect(speechOf(dialogue(text), withoutNarrator)).toEqual(paused)
  })

  test.each([
    ['Right. (beat) Leave.', 'Right. |Leave.'],
    ['I (long pause) never lied.', 'I, |never lied.'],
    ['(to Nora) Sit. (beat) (sighs) Down. (nods)', 'Sit. |Down.'],
    ['Wait. (beat) 20 of them.', 'Wait. |twenty of them.'],
    ['My aunt (she is a nun) drove.', 'My aunt, she is a nun, drove.'],
    ['It goes (sic) on.', 'It goes, on.'],
  ])('others hear a pause in %s', (text, expected) => {
    const { text: said, pauses = [] } = speechOf(dialogue(text), { casting })!
    const starts = [0, ...new Set(pauses), said.length]
    const parts = starts.slice(1).map((end, n) => said.slice(starts[n], end))
    expect(parts.join('|')).toBe(expected)
  })

  test.each([
    'My aunt (she is a nun) drove.',
    'Call (212) 555-0100 now.',
    'It lasts long. (MORE)',
    'He writed (sic) it.',
    'Come in.',
  ])('nothing changes where there is no direction: %s', (text) => {
    expect(speechOf(dialogue(text), source)).toEqual(speechOf(dialogue(text), { casting }))
  })

  test('a script in another language, and a line in English, have theirs', () => {
    expect(spoken('Oui. (pause) Non.', { ...source, language: 'fr' })).toBe('Oui. <pause>. Non.')
    const line = { ...dialogue('Well. (beat) Go.'), language: 'en' }
    expect(speechOf(line, { ...source, language: 'fr' })!.byNarrator!.at).toEqual([[6, 4]])
  })

  test('the words of a direction stand for its brackets in the written text, the others for themselves', () => {
    const text = 'Well (to   Nora), come in.'
    const said = saidLine(dialogue(text), 'en', { readsDirections: true })
    const written = said.words.map(({ at, length, from, to }) => [
      said.text.slice(at, at + length),
      text.slice(from, to),
    ])
    expect(written).toEqual([
      ['Well', 'Well'],
      ['to', '(to   Nora),'],
      ['Nora', '(to   Nora),'],
      ['come', 'come'],
      ['in', 'in'],
    ])
  })

  test('emphasis, pronunciations and voices together stay with their words', () => {
    const text = 'Ask Siobhan. (to Siobhan) Come now.'
    const pronunciations = [
      { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling' } as const,
      { word: 'Siobhan', says: 'SEE-oh-ban', as: 'respelling', character: 'BOTH' } as const,
    ]
    const emphasis: [number, number][] = [[text.indexOf('now'), 3]]
    const line = { ...dialogue(text), character: 'BOTH', delivery: { emphasis }, together: ['TOM', 'ANN'] }
    const ann = { ...casting, characterAssignments: { TOM: 'tom', ANN: 'ann' } }
    const speech = speechOf(line, { ...source, casting: ann, pronunciations })!
    const words = (at: number, length: number) => speech.text.slice(at, at + length)
    expect(speech.byNarrator!.at.map(([at, length]) => words(at, length))).toEqual(['to Siobhan'])
    expect(speech.sounds!.map(({ at, length, spelled }) => [words(at, length), spelled])).toEqual([
      ['Siobhan', 'seeohban'],
      // The narrator has the pronunciation of all.
      ['Siobhan', 'shivawn'],
    ])
    expect(speech.delivery!.emphasis!.map(([at, length]) => words(at, length))).toEqual(['now'])
    expect(speech.together).toEqual(['ann'])
  })

  test('a pronunciation of a word in a direction does not have the direction spoken by the character', () => {
    const pronunciations = [{ word: 'Nora', says: 'NOH-rah', as: 'respelling' } as const]
    expect(speechOf(dialogue('Sit (to Nora) down.'), { casting, pronunciations })!.text).toBe('Sit, down.')
  })

  test('a line that is said like a recording keeps its pause', () => {
    const melody = [{ at: 0, length: 5, ms: 200, pauseMs: 0, semitones: [0] }]
    const line = { ...dialogue('Right. (beat) Leave.'), delivery: { melody } }
    expect(speechOf(line, source)).toEqual(speechOf(line, { casting }))
    // The recording has the pause, and is followed in one piece.
    expect(speechOf(line, source)).not.toHaveProperty('pauses')
  })

  test('the speech is another with the directions, with another narrator, and without the pause', () => {
    const hashed = [
      { casting },
      source,
      { ...source, casting: { ...casting, narrationVoiceId: 'other' } },
    ].map((of) => hashedSpeech(speechOf(dialogue('Right. (beat) Leave.'), of)!))
    hashed.push(hashedSpeech(speechOf(dialogue('Right. Leave.'), { casting })!))
    hashed.push(...[[3], [5]].map((pauses) => hashedSpeech({ text: 'Right. Leave.', pauses })))
    expect(new Set(hashed).size).toBe(6)
  })

  test('only speeches with brackets may have directions', () => {
    expect(mayHaveDirections(dialogue('Right. [beat] Leave.'))).toBe(true)
    expect(mayHaveDirections({ type: 'Lyrics', text: 'La (beat) la' })).toBe(true)
    expect(mayHaveDirections({ type: 'Action', text: 'He leaves (slowly).' })).toBe(false)
    expect(mayHaveDirections(dialogue('Right. Leave.'))).toBe(false)
  })
})

describe('a hostile speech is spoken in proportional time', () => {
  test.each([
    ['10,000 directions', 'Go. (beat) '.repeat(10_000), 8],
    ['100,000 brackets', `${'('.repeat(50_000)}beat${')'.repeat(50_000)}`, 0],
    ['long directions', `Go. (${'then '.repeat(30)}beat) `.repeat(600), 8],
  ])('%s', (_, text, count) => {
    const start = process.cpuUsage()
    const speech = speechOf(dialogue(text), source)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
    // The first ones are read, the others are pauses: each is a change of voices.
    expect(speech?.byNarrator?.at ?? []).toHaveLength(count)
    expect(speechOf(dialogue(text), { casting })?.pauses?.length ?? 0).toBeLessThanOrEqual(count)
  })
})
