import { describe, expect, test } from 'vitest'
import { phonemesOfIpa } from './given-ipa.ts'
import { isPhoneme } from './tokens.ts'

const LETTERS =
  'abcdefɡhijklmnopqrstuvwxyzæçðøħŋœɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟɠɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢβθχᵻǀǁǂǃ'

describe('product §5: IPA in the alphabet of the natural voices', () => {
  test.each([
    ['ʃɪˈvɔːn', 'ʃɪvˈɔn', 'ʃɪvˈɔːn', 'ʃɪvˈɔːn'],
    ['ˌkælɪˈfɔːrnjə', 'kˌælɪfˈɔɹnjə', 'kˌalɪfˈɔːnjə', 'kˌælɪfˈɔːrnjə'],
    ['ˈtʃiː ˈdʒɔɪ', 'ʧˈi ʤˈY', 'ʧˈiː ʤˈY', 'ʧˈiː ʤˈY'],
    ['ˈkɑːr', 'kˈɑɹ', 'kˈɑː', 'kˈɑːr'],
    ['ˈsoʊlə', 'sˈOlə', 'sˈQlə', 'sˈOlə'],
    ['wɜːrld', 'wˈɜɹld', 'wˈɜːld', 'wˈɜːrld'],
    ['ʃɪvɔn', 'ʃˈɪvɔn', 'ʃˈɪvɔːn', 'ʃˈɪvɔn'],
  ])('%s is %s in American, %s in British English and %s in Spanish', (ipa, american, british, spanish) => {
    expect(phonemesOfIpa(ipa, 'en-US')).toBe(american)
    expect(phonemesOfIpa(ipa, 'en-GB')).toBe(british)
    expect(phonemesOfIpa(ipa, 'es')).toBe(spanish)
  })

  test.each(['en-US', 'en-GB', 'es', 'hi'] as const)('has a sound for every letter: %s', (language) => {
    const shortest = phonemesOfIpa('pə', language)
    const wrong = [...LETTERS].filter((letter) => {
      const phonemes = phonemesOfIpa(`p${letter}ə`, language)
      return phonemes.length <= shortest.length || ![...phonemes].every(isPhoneme)
    })
    expect(wrong).toEqual([])
  })

  test('is empty if no sound remains', () => {
    expect(phonemesOfIpa('', 'en-US')).toBe('')
    expect(phonemesOfIpa('ˈː', 'en-US')).toBe('')
  })
})
