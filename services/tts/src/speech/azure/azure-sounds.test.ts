import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { toSsml } from './azure-voices.ts'

const TEXT = 'Siobhan & Aoife'
const SIOBHAN = { at: 0, length: 7, ipa: 'ʃɪˈvɔːn', spelled: 'shivawn' }
const AOIFE = { at: 10, length: 5, spelled: 'ee"<fuh' }

const marked = (request: Omit<Parameters<typeof toSsml>[1], 'text'>): string => {
  const ssml = toSsml('en-US-JennyNeural', { text: TEXT, ...request })
  expect(XMLValidator.validate(ssml)).toBe(true)
  return /<voice name="en-US-JennyNeural">(.*)<\/voice>/s.exec(ssml)![1]!
}

describe('product §5: the SSML of pronunciations', () => {
  test('is a phoneme element for IPA, and a substitution for a spelling', () => {
    expect(marked({ sounds: [SIOBHAN, AOIFE] })).toBe(
      '<phoneme alphabet="ipa" ph="ʃɪˈvɔːn">Siobhan</phoneme> &amp; <sub alias="ee&quot;&lt;fuh">Aoife</sub>',
    )
  })

  test('is within the emphasis of the same word', () => {
    expect(marked({ sounds: [SIOBHAN], delivery: { emphasis: [[0, 7]] } })).toMatch(
      /^<prosody [^>]*><phoneme [^>]*>Siobhan<\/phoneme><\/prosody> &amp; Aoife$/,
    )
  })

  test('is left out if the emphasis divides the word, and if it is outside of the text', () => {
    const sounds = [SIOBHAN, { at: 12, length: 40, ipa: 'a' }]
    expect(marked({ sounds, delivery: { emphasis: [[3, 4]] } })).not.toContain('phoneme')
  })
})
