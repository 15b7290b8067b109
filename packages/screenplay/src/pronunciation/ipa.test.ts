import { describe, expect, test } from 'vitest'
import { ipaWithS, readIpa } from './ipa.ts'

describe('product §5: IPA', () => {
  test.each([
    ['/ʃɪˈvɔːn/', 'ʃɪˈvɔːn'],
    [' [ʃɪ.ˈvɔn] ', 'ʃɪˈvɔn'],
    ['t͡ʃiː d͜ʒ', 'tʃiː dʒ'],
    ["go:'g", 'ɡoːˈɡ'],
    ['ˌkælɪˈfɔːrnjə', 'ˌkælɪˈfɔːrnjə'],
    ['ʒɑ̃', 'ʒɑ̃'],
    ['ã', 'a\u0303'],
    ['pʰətʲ', 'pʰətʲ'],
  ])('%j is normalized to %j', (typed, ipa) => expect(readIpa(typed)).toEqual({ ipa }))

  test.each([
    ['ʃɪv§n', 4, '§'],
    ['/ʃ7/', 3, '7'],
    ['  Rə', 3, 'R'],
    ['a\u202Eb', 2, '\u202E'],
    ['a\u0000', 2, '\u0000'],
    ['ʃɪ😀', 3, '😀'],
    ['ʰa', 1, 'ʰ'],
    ['=cmd', 1, '='],
    ['ʃÉ', 2, 'É'],
  ])('%j has no sound at position %i', (typed, position, character) =>
    expect(readIpa(typed)).toEqual({ fault: { position, character } }),
  )

  test.each(['', '//', 'ˈˌ', ' . '])('%j has no letter', (typed) =>
    expect(readIpa(typed)).toEqual({ ipa: '' }),
  )

  test.each([
    ['ʃɪˈvɔːn', 'ʃɪˈvɔːnz'],
    ['ˈmɑːrʃ', 'ˈmɑːrʃɪz'],
    ['ˈkeɪt', 'ˈkeɪts'],
  ])('%s is %s in the possessive', (ipa, possessive) => expect(ipaWithS(ipa)).toBe(possessive))
})
