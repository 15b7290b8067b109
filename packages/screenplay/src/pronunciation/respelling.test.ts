import { describe, expect, test } from 'vitest'
import { respellingIpa, spelledOut } from './respelling.ts'

describe('product §5: the respelling key', () => {
  test.each([
    ['shi-VAWN', 'ʃɪˈvɔːn'],
    ['EE-fuh', 'ˈiːfə'],
    ['KAL-i-FOR-nee-uh', 'ˌkælɪˈfɔːrniːə'],
    ['lo-REN-zoh', 'loʊˈrɛnzoʊ'],
    ['NEE-uhv', 'ˈniːəv'],
    ['KATE-lin', 'ˈkeɪtlɪn'],
    ['ROO-er-ee', 'ˈruːəriː'],
    ['YO-hahn', 'ˈjoʊhɑːn'],
    ['bahkh', 'ˈbɑːx'],
    ['wer-DAH', 'wərˈdɑː'],
    ['ah-HAH', 'ɑːˈhɑː'],
    ['KAH-ree', 'ˈkɑːriː'],
    ['kyuu-REE', 'kjʊˈriː'],
    ['mah-REE kyuu-REE', 'mɑːˈriː kjʊˈriː'],
    ['uhn-dur-STAND', 'əndərˈstænd'],
    ['Shivawn', 'ˈʃɪvɔːn'],
    ['LINN', 'ˈlɪn'],
    ['MAG-uh-ZEEN', 'ˈmæɡəˌziːn'],
    ['UHN-dur-STAN-DING', 'ˌʌndərˈstænˌdɪŋ'],
    ['SHI-VAWN', 'ˈʃaɪvɔːn'],
    ['zhahn', 'ˈʒɑːn'],
  ])('%s is %s', (respelling, ipa) => expect(respellingIpa(respelling)).toBe(ipa))

  test.each(['', 'brr', 'dr-x', 'शिव', 'a1', 'shi–', '=1+1', '\u202Eshi', '--'])(
    '%j does not follow the key',
    (text) => expect(respellingIpa(text)).toBeUndefined(),
  )

  test.each([
    ['shi-VAWN', 'shivawn'],
    ['mah-REE kyuu-REE', 'mahree kyuuree'],
    ['शिवॉन', 'शिवॉन'],
  ])('%s is read as %s by a voice that takes no IPA', (respelling, spelled) =>
    expect(spelledOut(respelling)).toBe(spelled),
  )
})
