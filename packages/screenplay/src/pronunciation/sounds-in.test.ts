import { processorMs } from '@andscene/testing/processor-time'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { describe, expect, test } from 'vitest'
import { pronunciationKey, soundsIn } from './sounds-in.ts'
import { partsWithSounds, spelledText } from './sounding-text.ts'

const said = (word: string, says: string, more: Partial<Pronunciation> = {}): Pronunciation => ({
  word,
  says,
  as: 'respelling',
  ...more,
})
const SIOBHAN = said('Siobhan', 'shi-VAWN')
const LIST = [
  SIOBHAN,
  said('siobhan  marsh', 'SHIV marsh'),
  said('Siobhan', 'ʃəˈvɔn', { as: 'ipa', character: 'TOM' }),
]
/** The text with every part that has a pronunciation in brackets. */
const marked = (text: string, list: readonly Pronunciation[] = LIST, character?: string) =>
  partsWithSounds(text, soundsIn(text, list, character))
    .map(({ text: part, sound }) => (sound ? `[${part}]` : part))
    .join('')

describe('product §5: a pronunciation by a user', () => {
  test.each([
    ['Siobhan, siobhan and SIOBHAN.', '[Siobhan], [siobhan] and [SIOBHAN].'],
    ['Siobhanna and McSiobhan stay.', 'Siobhanna and McSiobhan stay.'],
    ['Siobhan Marsh is not Siobhan.', '[Siobhan Marsh] is not [Siobhan].'],
    ['Anne-Siobhan, (Siobhan) "Siobhan"', 'Anne-[Siobhan], ([Siobhan]) "[Siobhan]"'],
    ["Siobhan's, SIOBHAN’S and Siobhan'll", "[Siobhan's], [SIOBHAN’S] and [Siobhan]'ll"],
    ["O'Siobhan and Siobhan'x", "O'Siobhan and Siobhan'x"],
    ['Siobhan\u0301 has a mark', 'Siobhan\u0301 has a mark'],
    ['Jose\u0301’Siobhan', 'Jose\u0301’Siobhan'],
    ['Siobhan1 and 1Siobhan', 'Siobhan1 and 1Siobhan'],
    ['', ''],
  ])('is of whole words in any case, the longest first: %s', (text, expected) =>
    expect(marked(text)).toBe(expected),
  )

  test('of the character wins over the one of the script, in that character’s lines only', () => {
    for (const [character, ipa] of [
      [undefined, 'ʃɪˈvɔːn'],
      ['ANNA', 'ʃɪˈvɔːn'],
      ['Tom', 'ʃəˈvɔn'],
    ] as const)
      expect(soundsIn('Siobhan', LIST, character)).toMatchObject([{ ipa }])
  })

  test('of a character applies to no other, and to no part of a longer word of the script', () => {
    const ofTom = [said('Siobhan', 'SHIV', { character: 'TOM' }), said('Siobhan Marsh', 'marsh')]
    expect(marked('Siobhan', ofTom, 'ANNA')).toBe('Siobhan')
    expect(marked('Siobhan')).toBe('[Siobhan]')
    expect(marked('Siobhan Marsh', ofTom, 'TOM')).toBe('[Siobhan Marsh]')
  })

  test('of several words needs the same mark between them', () => {
    const list = [said('Anne-Marie', 'ahn'), said('Tom Low', 'low')]
    expect(marked('Anne-Marie, Anne\u2011Marie, Anne Marie', list)).toBe(
      '[Anne-Marie], [Anne\u2011Marie], Anne Marie',
    )
    expect(marked('Tom  Low. Tom. Low', list)).toBe('[Tom  Low]. Tom. Low')
  })

  test('of a possessive contains its ending, which is no word of its own', () => {
    const list = [SIOBHAN, said('s', 'ess'), said('José', 'ho-ZAY')]
    expect(marked("Siobhan's s, Jose\u0301's", list)).toBe("[Siobhan's] [s], [Jose\u0301's]")
  })

  test('of a possessive has the s of its last sound', () => {
    expect(soundsIn('SIOBHAN’S', LIST)).toEqual([{ at: 0, length: 9, ipa: 'ʃɪˈvɔːnz', spelled: 'shivawn’s' }])
    expect(soundsIn("Marsh's", [said('Marsh', 'mahrsh')])[0]).toMatchObject({ ipa: 'ˈmɑːrʃɪz' })
  })

  test('is only a spelling if it does not follow the key, and nothing if it is wrong', () => {
    const list = [said('Brr', 'brr-xl'), said('Nn', '§', { as: 'ipa' }), said('...', 'dot')]
    expect(soundsIn('Brr Nn ...', list)).toEqual([{ at: 0, length: 3, spelled: 'brrxl' }])
  })

  test('replaces the word for voices that take no IPA', () => {
    const text = "It is Siobhan's. Siobhan?"
    expect(spelledText(text, soundsIn(text, LIST))).toBe("It is shivawn's. shivawn?")
    // Without a respelling the word is unchanged.
    expect(spelledText(text, soundsIn(text, LIST, 'TOM'))).toBe(text)
  })

  test('sounds that do not fit into the text are ignored', () => {
    const parts = partsWithSounds('abc', [
      { at: 1, length: 1, spelled: 'x' },
      { at: 0, length: 2, spelled: 'y' },
      { at: 2, length: 9, spelled: 'z' },
    ])
    expect(parts.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  })

  test('is found in a text with joiners, which the stored word does not have', () => {
    expect(marked('من می\u200Cخواهم.', [said('میخواهم', 'xaham')])).toBe('من [می\u200Cخواهم].')
  })

  test('has a key that is equal for the same word and character', () => {
    const key = pronunciationKey({ word: 'O’Brien  Smith', character: 'Tom' })
    expect(pronunciationKey({ word: "o'brien smith", character: 'TOM' })).toBe(key)
    expect(pronunciationKey({ word: "o'brien smith" })).not.toBe(key)
  })

  test.each([
    ['words', 'Siobhan '.repeat(12_500)],
    ['letters', 'a'.repeat(100_000)],
    ['apostrophes', "'".repeat(100_000)],
    ['hyphens', 'a-'.repeat(50_000)],
    ['marks', '\u0301'.repeat(100_000)],
  ])('is found in a text of 100,000 characters in linear time: %s', (_, text) => {
    const list = Array.from({ length: 500 }, (__, n) => said(`word ${n} of a list`, 'shi-VAWN'))
    expect(processorMs(() => soundsIn(text, [SIOBHAN, ...list]))).toBeLessThan(1_000)
  })

  test('is found in linear time although many words begin equally', () => {
    const list = Array.from({ length: 500 }, (_, n) => said(`${'a '.repeat(37)}${n}`, 'shi-VAWN'))
    const find = () => expect(soundsIn('a '.repeat(50_000), list)).toEqual([])
    expect(processorMs(find)).toBeLessThan(2_000)
  })

  test('adds no more than 5,000 characters to a line; further words are spoken as they are written', () => {
    const text = 'a '.repeat(2_500)
    const list = [said('a', 'b'.repeat(120))]
    expect(soundsIn(text, list)).toHaveLength(42)
    expect(spelledText(text, soundsIn(text, list)).length - text.length).toBeLessThanOrEqual(5_000)
  })
})
