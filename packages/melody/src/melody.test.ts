import { processorMs } from '@andscene/testing/processor-time'
import type { MelodyWord } from '@andscene/contracts/voices/melody'
import { describe, expect, test } from 'vitest'
import { RATE } from './features.ts'
import { melodyOf, type MelodyFailure, type TimedWord } from './melody.ts'
import { inventedSpeech, type SaidSound } from './testing/invented-speech.ts'

const WORDS = ['sima', 'kulo', 'tefami', 'olu', 'saki']
const LONG: Readonly<Record<string, number>> = { a: 140, e: 120, i: 110, o: 130, u: 120 }

type Saying = {
  words?: readonly string[]
  /** Factor of each word's length. */
  slower?: readonly number[]
  /** Silence after each word (ms). */
  pauses?: readonly number[]
  /** Pitch of each word, or of each of its letters (Hz); none for a whisper. */
  hz?: readonly (number | readonly number[] | undefined)[]
  tract?: number
  seed?: number
}

/** One speaker says words; returns the sound and the times of the words. */
function say({ words = WORDS, slower = [], pauses = [], hz = [], tract, seed }: Saying) {
  const sounds: SaidSound[] = [{ letter: ' ', ms: 150 }]
  const times: TimedWord[] = []
  let [at, ms] = [0, 150]
  for (const [n, word] of words.entries()) {
    const startMs = ms
    for (const [k, letter] of [...word].entries()) {
      const own = hz.length > 0 ? hz[n] : 120
      const pitch = typeof own === 'object' ? own[k] : own
      const length = (LONG[letter] ?? 80) * (slower[n] ?? 1)
      sounds.push({ letter, ms: length, ...(pitch !== undefined && { hz: pitch }) })
      ms += length
    }
    times.push({ at, length: word.length, startMs, endMs: ms })
    const pause = pauses[n] ?? 0
    if (pause > 0) sounds.push({ letter: ' ', ms: pause })
    ms += pause
    at += word.length + 1
  }
  sounds.push({ letter: ' ', ms: 150 })
  return { samples: inventedSpeech(sounds, { ...(tract && { tract }), ...(seed && { seed }) }), times }
}

const reference = say({})
const melody = (saying: Saying): MelodyWord[] | MelodyFailure =>
  melodyOf(say({ tract: 0.87, seed: 7, ...saying }).samples, reference.samples, reference.times)
const words = (saying: Saying): MelodyWord[] => {
  const found = melody(saying)
  if (!Array.isArray(found)) throw new Error(JSON.stringify(found))
  return found
}

/** Semitones in the middle of each word, without the sign of -0. */
const heights = (found: readonly MelodyWord[]) => found.map(({ semitones }) => Math.round(semitones[2]!) + 0)

describe('product §4: a line follows the timing and the melody of a recording', () => {
  test('a word that is said slowly is as long as in the recording, the others are unchanged', () => {
    const found = words({ slower: [1, 1, 1.7, 1, 1], hz: [210, 210, 210, 210, 210] })
    expect(found.map(({ at, length }) => [at, length])).toEqual(
      reference.times.map(({ at, length }) => [at, length]),
    )
    const long = say({ slower: [1, 1, 1.7, 1, 1] }).times
    for (const [n, { ms }] of found.entries()) {
      const { startMs, endMs } = long[n]!
      expect(Math.abs(ms - (endMs - startMs)), `word ${n}`).toBeLessThan(70)
    }
  })

  test.each([
    ['of the usual pace', 1],
    ['that is slow', 1.3],
  ])('the last word of a recording %s lasts as usual if the recording ends within it', (_what, slower) => {
    const saying = { slower: WORDS.map(() => slower), hz: WORDS.map(() => 210) }
    const { samples, times } = say({ tract: 0.87, seed: 7, ...saying })
    const { startMs, endMs } = times.at(-1)!
    const cut = samples.slice(0, ((startMs + (endMs - startMs) * 0.45) / 1_000) * RATE)
    const found = melodyOf(cut, reference.samples, reference.times)
    if (!Array.isArray(found)) throw new Error(JSON.stringify(found))
    expect(Math.abs(found.at(-1)!.ms - (endMs - startMs))).toBeLessThan(90)
    expect(Math.abs(found.at(-2)!.ms - (times[3]!.endMs - times[3]!.startMs))).toBeLessThan(90)
  })

  test('a last word that is said fast, with silence after it, is as short as in the recording', () => {
    const slower = [1, 1, 1, 1, 0.6]
    const { startMs, endMs } = say({ slower }).times.at(-1)!
    const { ms } = words({ slower, hz: WORDS.map(() => 210) }).at(-1)!
    expect(Math.abs(ms - (endMs - startMs))).toBeLessThan(70)
  })

  test('a pause between two words is found, and only there', () => {
    const found = words({ pauses: [0, 400], hz: [210, 210, 210, 210, 210] })
    expect(Math.abs(found[1]!.pauseMs - 400)).toBeLessThan(80)
    expect(found.map(({ pauseMs }) => pauseMs > 0)).toEqual([false, true, false, false, false])
  })

  test('a short silence inside a phrase is no pause, and of two silences the longer one counts', () => {
    expect(words({ pauses: [0, 50] }).map(({ pauseMs }) => pauseMs)).toEqual([0, 0, 0, 0, 0])
    const { samples, times } = say({ pauses: [0, 400], tract: 0.87, seed: 7 })
    const click = Math.round((times[1]!.endMs + 300) * 16)
    for (let n = 0; n < 320; n++) samples[click + n] = 0.2 * Math.sin(n)
    const found = melodyOf(samples, reference.samples, reference.times) as MelodyWord[]
    expect(Math.abs(found[1]!.pauseMs - 300)).toBeLessThan(60)
  })

  test('silence after the last word is no part of it, also where the plain reading ends with the word', () => {
    const { startMs, endMs } = reference.times[4]!
    const recording = say({ pauses: [0, 0, 0, 0, 900], tract: 0.87, seed: 7 }).samples
    const found = melodyOf(recording, reference.samples.subarray(0, endMs * 16), reference.times)
    expect(Math.abs((found as MelodyWord[])[4]!.ms - (endMs - startMs))).toBeLessThan(70)
  })

  test('a long pause early in the line is followed', () => {
    const found = words({ pauses: [1_200] })
    expect(Math.abs(found[0]!.pauseMs - 1_200)).toBeLessThan(80)
    expect(found.slice(1).map(({ pauseMs }) => pauseMs)).toEqual([0, 0, 0, 0])
  })

  test('a word that rises, rises', () => {
    const { semitones } = words({ hz: [200, 200, [170, 180, 190, 210, 220, 235], 200, 200] })[2]!
    expect(semitones.at(-1)! - semitones[0]!).toBeGreaterThan(2.5)
  })

  test('words that are many times longer are other words', () => {
    expect(melody({ slower: [1, 6, 1, 6, 1] })).toMatchObject({ reason: 'other' })
    expect(melody({ slower: [1, 2.5, 1, 2.5, 1] })).toBeInstanceOf(Array)
  })

  test('a creaking end is not followed an octave and more below the voice', () => {
    const found = words({ hz: [200, 200, 200, 200, 75] })
    expect(found[4]!.semitones).toEqual([])
  })

  test('the pitch of each word is relative to the usual pitch of the speaker', () => {
    const hz = [200, 252, 200, 159, 200]
    expect(heights(words({ hz }))).toEqual([0, 4, 0, -4, 0])
    // A deeper speaker with the same melody.
    expect(heights(words({ hz: hz.map((each) => each / 2), tract: 1.1 }))).toEqual([0, 4, 0, -4, 0])
  })

  test('a recording of other words is refused, with the words that are not in it', () => {
    const other = melody({ words: ['losufa', 'mikate', 'olemi', 'fuso', 'tama'] })
    expect(other).toMatchObject({ reason: 'other' })
    expect((other as { words: number[] }).words.length).toBeGreaterThan(2)
  })

  test('one word that is said differently is accepted, two of five are refused and listed', () => {
    expect(melody({ words: ['fosu', 'kulo', 'tefami', 'olu', 'saki'] })).toBeInstanceOf(Array)
    expect(melody({ words: ['sima', 'kulo', 'tefami', 'olu', 'lute'] })).toBeInstanceOf(Array)
    expect(melody({ words: ['fosu', 'kulo', 'tefami', 'olu', 'lute'] })).toEqual({
      reason: 'other',
      words: [0, 4],
    })
  })

  test('a silent and a whispered recording have no melody', () => {
    const silence = new Float32Array(20_000).map((_, n) => 1e-4 * Math.sin(n))
    expect(melodyOf(silence, reference.samples, reference.times)).toEqual({ reason: 'silent' })
    expect(melodyOf(new Float32Array(0), reference.samples, reference.times)).toEqual({ reason: 'silent' })
    const whisper = melody({ hz: WORDS.map(() => undefined) })
    expect(whisper).not.toBeInstanceOf(Array)
  })

  test('30 s of sound, the longest recording, is read within the time of a click', () => {
    const long = say({ words: Array.from({ length: 12 }, () => WORDS).flat() })
    const read = () => expect(melodyOf(long.samples, long.samples, long.times)).toHaveLength(60)
    expect(processorMs(read)).toBeLessThan(20_000)
  })
})
