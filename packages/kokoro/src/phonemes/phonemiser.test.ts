import { expect, onTestFinished, test, vi } from 'vitest'
import { SortedTable } from './english/sorted-table.ts'
import { EspeakIpa } from './espeak/espeak-ipa.ts'
import type { KokoroLanguage } from '../kokoro-voice.ts'
import { Phonemiser } from './phonemiser.ts'
import { tokensOf } from './tokens.ts'

const piecesOf = async (phonemiser: Phonemiser, text: string, language: KokoroLanguage) =>
  (await phonemiser.said(text, language)).pieces

test('without eSpeak NG speaks English only, and unknown words by their letters', async () => {
  const phonemiser = new Phonemiser({ espeak: false })
  expect(await phonemiser.languages()).toEqual(['en-US', 'en-GB'])
  expect(await piecesOf(phonemiser, 'Wobblish.', 'en-US')).toEqual(['wˈɑblɪʃ.'])
  expect(await piecesOf(phonemiser, 'Xkcd', 'en-GB')).toEqual(['ˌɛkskˌAsˌiːdˈiː'])
  await expect(piecesOf(phonemiser, 'Hola', 'es')).rejects.toThrow('es cannot be spoken without eSpeak NG.')
})

test('with eSpeak NG speaks all languages', async () => {
  const phonemiser = new Phonemiser()
  expect(await phonemiser.languages()).toEqual(['en-US', 'en-GB', 'es', 'fr', 'it', 'pt-BR', 'hi'])
})

test('loads eSpeak NG for the first word that only it can say, and for other languages', async () => {
  const load = vi.spyOn(EspeakIpa, 'load')
  onTestFinished(() => load.mockRestore())
  const phonemiser = new Phonemiser()
  await piecesOf(phonemiser, 'I never asked you to come back.', 'en-US')
  expect(load).not.toHaveBeenCalled()
  const byEspeak = 'wˈɑblɪʃ.'
  const both = [piecesOf(phonemiser, 'Wobblish.', 'en-US'), piecesOf(phonemiser, 'Wobblish.', 'en-US')]
  expect(await Promise.all(both)).toEqual([[byEspeak], [byEspeak]])
  expect((await piecesOf(phonemiser, 'Hola.', 'es')).join('')).toBe('ˈola.')
  expect(load).toHaveBeenCalledTimes(1)
})

test('ignores a text of pictures and marks; says other scripts in Latin letters', async () => {
  const phonemiser = new Phonemiser({ espeak: false })
  for (const text of ['', ' ', '🎬👩‍👩‍👧', '...', '— * —', '¿?', '\uD83D', '\u200B']) {
    expect({ text, pieces: await piecesOf(phonemiser, text, 'en-US') }).toEqual({ text, pieces: [] })
  }
  expect((await piecesOf(phonemiser, 'Привет', 'en-US')).join('')).toMatch(/^pɹ/)
})

/** Pseudo-random numbers, the same each time. */
const randomNumbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
/** First characters and lengths of alphabets and marks that occur in texts. */
const RANGES = [
  [0x20, 95],
  [0x20, 95],
  [0xa0, 400],
  [0x2000, 100],
  [0x370, 250],
  [0x900, 120],
  [0x4e00, 500],
  [0xd800, 2_047],
  [0xe000, 10],
  [0x1f300, 700],
] as const

test('returns pieces that the model accepts for any text', async () => {
  const phonemiser = new Phonemiser()
  const random = randomNumbers(11)
  for (let round = 0; round < 150; round++) {
    const text = Array.from({ length: random(60) }, () => {
      const [first, count] = RANGES[random(RANGES.length)]!
      return String.fromCodePoint(first + random(count))
    }).join('')
    for (const language of ['en-US', 'en-GB', 'es', 'hi'] as const) {
      for (const piece of await piecesOf(phonemiser, text, language)) {
        const isTaken = piece.length <= 400 && tokensOf(piece).length > 2
        expect({ text, piece, isTaken }).toEqual({ text, piece, isTaken: true })
      }
    }
  }
})

test('takes time in proportion to the length of the text', async () => {
  const phonemiser = new Phonemiser({ espeak: false })
  await piecesOf(phonemiser, 'Loaded.', 'en-US')
  const lookups = vi.spyOn(SortedTable.prototype, 'get')
  const worst: string[] = []
  for (const unit of ['a', '1', '.', "'", 'a-', 'w-', 'aB', ' a']) {
    lookups.mockClear()
    await piecesOf(phonemiser, unit.repeat(5_000 / unit.length), 'en-US')
    if (lookups.mock.calls.length > 1_500_000) worst.push(`${unit}: ${lookups.mock.calls.length}`)
  }
  lookups.mockRestore()
  expect(worst).toEqual([])
}, 120_000)

/** Marks of stress depend on the words around. */
const plainSounds = (pieces: readonly string[]) => pieces.join('').replace(/[ˈˌ\s.]/g, '')

test.each(['es', 'fr', 'it', 'pt-BR', 'hi'] as const)(
  'says every word of a sentence of 2,000 characters without a comma, also numbers: %s',
  async (language) => {
    const phonemiser = new Phonemiser()
    const long = await phonemiser.said(`${Array(400).fill('1977').join(' ')}.`, language)
    expect(long.words).toHaveLength(400)
    const one = await piecesOf(phonemiser, '1977', language)
    expect(plainSounds(long.pieces)).toBe(plainSounds(one).repeat(400))
  },
)
