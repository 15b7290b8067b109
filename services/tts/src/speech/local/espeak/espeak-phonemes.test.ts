import { describe, expect, test } from 'vitest'
import { ESPEAK_VOICES } from './espeak-voices.ts'
import { espeakPhonemes } from './espeak-phonemes.ts'
import TABLE from './ipa.json' with { type: 'json' }

describe('product §5: IPA in the phonemes of eSpeak NG', () => {
  test.each([
    ['ʃɪˈvɔːn', true, "[[SIv'O:n]]"],
    ['ˌkælɪˈfɔːrniːə', true, "[[k,alIf'O:rni:@]]"],
    ['ˌkælɪˈfɔːrniːə', false, "[[k,alIf'O:ni:@]]"],
    ['ˈruːəriː', false, "[[r'u:@ri:]]"],
    ['ʃɪvɔn', true, "[[S'IvO:n]]"],
    ['ˈtʃiː ˈdʒɔɪ', true, "[[tS'i:]] [[dZ'OI]]"],
  ])('%s is %s (rhotic: %s)', (ipa, isRhotic, phonemes) =>
    expect(espeakPhonemes(ipa, isRhotic)).toBe(phonemes),
  )

  test.each(['ʘa', 'a<b', 'a]]b'])('%j has none', (ipa) => expect(espeakPhonemes(ipa, true)).toBeUndefined())

  test('all sounds of the table are phonemes of the engine', async () => {
    const { default: load } = await import('@echogarden/espeak-ng-emscripten')
    const engine = new (await load()).eSpeakNGWorker()
    engine.set_voice('gmw/en-US+f2')
    for (const [ipa, phonemes] of Object.entries(TABLE.sounds)) {
      const isVowel = TABLE.vowels.includes(ipa[0]!)
      const said: string[] = []
      engine.synthesize(`[[${isVowel ? `p'${phonemes}` : `${phonemes}'A:`}]]`, (_, events) => {
        said.push(...events.flatMap(({ type, id }) => (type === 'phoneme' && id ? String(id) : [])))
        return false
      })
      expect.soft(said.length, `${ipa}: ${said.join(' ')}`).toBeGreaterThan(1)
      expect.soft(said.length, `${ipa}: ${said.join(' ')}`).toBeLessThan(4)
    }
  })
})

describe('product §5: a text with pronunciations for eSpeak NG', () => {
  const text = 'Ask Siobhan & Aoife.'
  const sounds = [
    { at: 4, length: 7, ipa: 'ʃɪˈvɔːn', spelled: 'shivawn' },
    { at: 14, length: 5, spelled: 'eefuh' },
  ]
  const textFor = (id: string) =>
    ESPEAK_VOICES.find(({ voice }) => voice.voiceId === `local:espeak-${id}`)!.task(text, {}, sounds).text

  test('has phonemes in English, and spellings in other languages', () => {
    expect(textFor('en-us-m3')).toBe("Ask [[SIv'O:n]] &amp; eefuh.")
    expect(textFor('de-m3')).toBe('Ask shivawn &amp; eefuh.')
  })
})
