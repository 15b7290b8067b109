import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { isVoiceName, toSsml } from './azure-voices.ts'

const spoken = (ssml: string): string => {
  expect(XMLValidator.validate(ssml)).toBe(true)
  const parser = new XMLParser({ trimValues: false, htmlEntities: false, ignoreAttributes: false })
  return String(parser.parse(ssml).speak.voice['#text'])
}

describe('SSML', () => {
  test.each([
    'Plain words.',
    'Tom & Jerry < 5 > 3 "quoted" \'single\'',
    '</voice><voice name="en-US-Other">injected</voice>',
    '<break time="60s"/>',
    '&amp; &lt; &#65; ]]> <!-- x --> <![CDATA[y]]> <?z?>',
    'שלום 漢字 😀',
  ])('contains a text unchanged: %j', (text) => {
    expect(spoken(toSsml('en-US-JennyNeural', { text }))).toBe(text)
  })

  test('removes characters that XML does not allow', () => {
    expect(spoken(toSsml('en-US-JennyNeural', { text: 'a\u0000b\u0008c\uFFFEd\ud800e' }))).toBe(
      'a b c d\uFFFDe',
    )
  })

  test.each([
    ['en-US-Ava:DragonHDLatestNeural', 'en-US'],
    ['zh-CN-henan-YundengNeural', 'zh-CN'],
    ['sr-Latn-RS-NicholasNeural', 'sr-Latn-RS'],
    ['es-419-SomeNeural', 'es-419'],
  ])('contains the language of %s', (voice, locale) => {
    expect(toSsml(voice, { text: 'x' })).toContain(`xml:lang="${locale}"`)
    expect(isVoiceName(voice)).toBe(true)
  })

  test.each(['', 'Jenny', 'en-US-"><evil', 'en-US-A B', '../x'])('rejects %j as a voice name', (name) => {
    expect(isVoiceName(name)).toBe(false)
  })
})
