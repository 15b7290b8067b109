import { expect, test } from 'vitest'
import { parseFdx } from '../fdx/parse-fdx.ts'
import { sampleBytes, table } from '../testing/fixture-files.ts'
import { likelyLanguage } from './language.ts'

const say = (text: string) => [
  { type: 'Scene Heading', text: 'INT. THE HOUSE OF THE KING - DAY' },
  { type: 'Character', text: 'THE OTHER ONE' },
  { type: 'Dialogue', text },
]

test.each(table('casting', 'Languages'))('detects %s as the language of %j', (language, speech) => {
  expect(likelyLanguage(say(speech))).toBe(language === '-' ? undefined : language)
})

test('does not read the English pronoun I as a word of other languages', () => {
  const lines = [
    ...say('¿Dónde está la llave de la casa, hijo mío? No la encuentro.'),
    ...say('I gave the key to Mum, I promise you that I did. I saw her, I tell you, so I went home.'),
  ]
  expect(likelyLanguage(lines)).toBe('en')
})

test('ignores a few lines in another language', () => {
  const { lines } = parseFdx(sampleBytes(), 'sample.fdx')
  expect(likelyLanguage([...say('Je ne sais pas. もう遅いわ。'), ...lines])).toBe('en')
})
