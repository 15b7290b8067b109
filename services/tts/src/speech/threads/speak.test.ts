import { describe, expect, test } from 'vitest'
import { finish } from '../audio/finish.ts'
import type { Sound } from '../audio/sound.ts'
import { inSequence, silence, sine } from '../../testing/sounds.ts'
import { joinPieces, speakInPieces } from './speak.ts'

const RATE = 16_000
const word = (at: number, startMs: number, endMs: number) => ({ at, length: 1, startMs, endMs })
/** Half a second of silence, a tone of a second that is a word, and silence. */
const spoken = (at: number): Sound => ({
  ...inSequence(silence(RATE, 0.5), sine(RATE, 1), silence(RATE, 0.5)),
  words: [word(at, 500, 1_500)],
})
const times = ({ words }: Pick<Sound, 'words'>) =>
  words?.map(({ at, startMs, endMs }) => [at, Math.round(startMs), Math.round(endMs)])

describe('product §2: times of words', () => {
  test('begin with the clip, not with the silence that is cut off', () => {
    expect(times(finish(spoken(3)))).toEqual([[3, 20, 1_020]])
  })

  test('take the pauses between joined pieces into account', () => {
    // 20 ms are kept before a tone, 30 ms after it; 350 ms are between pieces.
    const joined = finish(joinPieces([spoken(0), spoken(5)]))
    expect(times(joined)).toEqual([
      [0, 20, 1_020],
      [5, 1_420, 2_420],
    ])
    expect(joined.words!.at(-1)!.endMs).toBeLessThanOrEqual((joined.samples.length * 1_000) / RATE)
  })

  test('follow a cut that a head was made with', () => {
    const cut = RATE / 4
    expect(times(finish(joinPieces([spoken(0)]), { cut }))).toEqual([[0, 250, 1_250]])
    expect(times(finish(joinPieces([spoken(0), spoken(5)], cut), { cut: 0 }))?.[0]).toEqual([0, 250, 1_250])
  })

  test('stay within the clip', () => {
    const words = [word(0, -40, 400), word(2, 500, 9_000), word(4, 9_000, 9_500)]
    const sound = { ...sine(RATE, 1), words }
    expect(times(finish(sound))).toEqual([
      [0, 0, 400],
      [2, 500, 1_000],
      [4, 1_000, 1_000],
    ])
  })

  test('are undefined for an engine without them', () => {
    expect(finish(joinPieces([sine(RATE, 1), sine(RATE, 1)])).words).toBeUndefined()
  })

  test('refer to the whole text, though it is spoken in pieces', () => {
    const text = `${'A dog barks, somewhere. '.repeat(40)}The end.`
    const sound = speakInPieces(
      text,
      (piece) => ({
        ...sine(RATE, 0.1),
        words: Array.from(piece.matchAll(/\w+/g), ({ 0: { length }, index }) => ({
          ...word(index, 0, 9),
          length,
        })),
      }),
      () => false,
    )
    const words = Array.from(text.matchAll(/\w+/g), ({ 0: { length }, index }) => [index, length])
    expect(sound?.words?.map(({ at, length }) => [at, length])).toEqual(words)
  })
})
