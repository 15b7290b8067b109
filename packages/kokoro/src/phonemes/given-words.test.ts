import type { Sound } from '@andscene/contracts/voices/pronunciation'
import { soundsIn } from '@andscene/screenplay/pronunciation/sounds-in'
import { describe, expect, test } from 'vitest'
import type { KokoroLanguage } from '../kokoro-voice.ts'
import { markedText } from './given-words.ts'
import { Phonemiser } from './phonemiser.ts'

const phonemiser = new Phonemiser()
const LIST = [
  { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling' as const },
  { word: 'Siobhan Marsh', says: 'shi-VAWN marsh', as: 'respelling' as const },
]
const marked = (text: string, sounds: Sound[]) => markedText(text, sounds, 'en-US')
const said = (text: string, language: KokoroLanguage) => phonemiser.said(text, language, soundsIn(text, LIST))

describe('product §5: phonemes that a user gave', () => {
  test.each([
    ['en-US', 'She saw Siobhan. Siobhan!', 'ʃˌi sˈɔ ʃɪvˈɔn. ʃɪvˈɔn!'],
    ['en-GB', 'She saw Siobhan. Siobhan!', 'ʃˌiː sˈɔː ʃɪvˈɔːn. ʃɪvˈɔːn!'],
    ['en-US', "Siobhan's, (Siobhan)", 'ʃɪvˈɔnz, (ʃɪvˈɔn)'],
    ['en-US', 'Siobhan', 'ʃɪvˈɔn'],
    ['es', 'Hola, Siobhan!', 'ˈola, ʃɪvˈɔːn!'],
  ] as const)('replace those of the dictionary: %s %s', async (language, text, phonemes) => {
    expect((await said(text, language)).pieces.join(' ')).toBe(phonemes)
  })

  test('keep the words of the text with their places', async () => {
    const text = "Then Siobhan Marsh, not Siobhan's aunt."
    const { words } = await said(text, 'en-US')
    const found = words.flatMap(({ at, length, phonemes }) =>
      length > 0 ? [[text.slice(at, at + length), phonemes]] : [],
    )
    expect(found).toEqual([
      ['Then', 'ðˈɛn'],
      ['Siobhan Marsh', 'ʃɪvˈɔn mˈɑɹʃ'],
      ['not', 'nˌɑt'],
      ["Siobhan's", 'ʃɪvˈɔnz'],
      ['aunt', 'ˈænt'],
    ])
  })

  test('leave the rest of the text as it is, and texts of letters that stand for words', async () => {
    const text = 'The rain has ended.'
    expect(await said(text, 'en-US')).toEqual(await phonemiser.said(text, 'en-US'))
    const yi = 'ꀀ Siobhan'
    expect(markedText(yi, soundsIn(yi, LIST), 'en-US').text).toBe(yi)
  })

  test('are ignored if they do not fit into the text, have no sound, or are too many', () => {
    expect(marked('Siobhan', [{ at: 3, length: 9, ipa: 'a' }]).text).toBe('Siobhan')
    expect(marked('Siobhan', [{ at: 0, length: 7, spelled: 'x' }]).text).toBe('Siobhan')
    expect(marked('Siobhan', [{ at: 0, length: 7, ipa: '' }]).text).toBe('Siobhan')
    const many = Array.from({ length: 2_000 }, (_, n) => ({ at: n * 2, length: 1, ipa: 'a' }))
    expect(marked('a '.repeat(2_000), many).given.size).toBe(1_165)
  })
})
