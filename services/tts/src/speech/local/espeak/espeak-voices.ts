import type { Sound } from '@andscene/contracts/voices/pronunciation'
import type { Voice } from '@andscene/contracts/voices/voice'
import { partsWithSounds } from '@andscene/screenplay/pronunciation/sounding-text'
import { paceOf } from '../../delivery.ts'
import { textForEspeak } from '../speech-text.ts'
import { localVoice, type LocalVoice } from '../voice-spec.ts'
import { espeakPhonemes } from './espeak-phonemes.ts'
import VOICES from './voices.json' with { type: 'json' }

/** Requested rate in words per minute; the rates of variants were measured in English at this rate. */
const RATE = 155
/** The engine's pitch of 0 to 100 covers two octaves. */
const PITCH_PER_SEMITONE = 100 / 24

/** A speaking style that eSpeak NG applies to any language. */
type Variant = Pick<Voice, 'gender' | 'voiceStyles' | 'voicePersonalities' | 'wordsPerMinute'>
type VariantName = keyof typeof VOICES.variants
const VARIANTS = VOICES.variants as Record<VariantName, Variant>
/** The engine's language, its BCP 47 locale, English name, and names of speakers: as many women as men, women first. */
type LanguageRow = readonly [language: string, locale: string, name: string, people: string]

/** Engine voices rank after recorded ones; voices with the fewest listeners are last. */
const POPULARITY = { english: 60, great: 40, other: 20 }
const GREAT_CAST: readonly VariantName[] = ['f2', 'f5', 'linda', 'm3', 'm8', 'Michael']
const OTHER_CAST: readonly VariantName[] = ['f2', 'm3']
/** British English is the engine's plain `en`; ids name it in full. */
const ID_OF_LANGUAGE: Readonly<Record<string, string>> = { 'gmw/en': 'en-gb' }

type Speaker = Pick<Voice, 'locale' | 'language' | 'name' | 'popularity'> & {
  engineLanguage: string
  variant: VariantName
}

function espeakVoice({ engineLanguage, variant, ...facts }: Speaker): LocalVoice {
  const code = ID_OF_LANGUAGE[engineLanguage] ?? engineLanguage.split('/').at(-1)!
  const settings = { voice: `${engineLanguage}+${variant}`, rate: RATE, pitch: 50, range: 50 }
  return {
    voice: localVoice({
      id: `espeak-${code}-${variant}`.toLowerCase(),
      category: 'Synthetic',
      ...facts,
      ...VARIANTS[variant],
    }),
    task: (text, delivery = {}, sounds = []) => ({
      engine: 'espeak',
      text: soundingText(text, sounds, engineLanguage),
      settings: {
        ...settings,
        rate: Math.round(RATE * paceOf(delivery)),
        pitch: settings.pitch + Math.round((delivery.pitch ?? 0) * PITCH_PER_SEMITONE),
      },
    }),
  }
}

const ENGLISH = /^gmw\/en(?:$|-)/
const RHOTIC = /^gmw\/en-(?:US|GB-scotland)/

/** Words with IPA in the engine's phonemes where it can, others as they are spelled. */
const soundingText = (text: string, sounds: readonly Sound[], language: string): string =>
  partsWithSounds(text, sounds)
    .map(({ text: part, sound }) => {
      const phonemes =
        sound?.ipa !== undefined && ENGLISH.test(language)
          ? espeakPhonemes(sound.ipa, RHOTIC.test(language))
          : undefined
      return phonemes ?? textForEspeak(sound?.spelled ?? part)
    })
    .join('')

const castOf = (
  rows: readonly LanguageRow[],
  cast: readonly VariantName[],
  popularity: number,
): LocalVoice[] =>
  rows.flatMap(([engineLanguage, locale, language, people]) =>
    people
      .split(' ')
      .map((name, index) =>
        espeakVoice({ engineLanguage, locale, language, name, variant: cast[index]!, popularity }),
      ),
  )

export const ESPEAK_VOICES: LocalVoice[] = [
  ...VOICES.english.flatMap(({ language: engineLanguage, locale, speakers }) =>
    Object.entries(speakers).map(([variant, name]) =>
      espeakVoice({
        engineLanguage,
        locale,
        language: 'English',
        name,
        variant: variant as VariantName,
        popularity: POPULARITY.english,
      }),
    ),
  ),
  ...castOf(VOICES.great as unknown as LanguageRow[], GREAT_CAST, POPULARITY.great),
  ...castOf(VOICES.other as unknown as LanguageRow[], OTHER_CAST, POPULARITY.other),
]
