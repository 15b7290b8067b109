import type { Voice } from '@andscene/contracts/voices/voice'
import VOICES from '../../data/voices.json' with { type: 'json' }
import type { KokoroLanguage, KokoroVoice } from '../kokoro-voice.ts'

const PROVIDER = 'kokoro'

type VoiceGroup = { language: KokoroLanguage; gender: Voice['gender']; voices: readonly VoiceRow[] }

type VoiceRow = {
  /** Without accents, in lower case. It is part of the voice's id: never changed, never given to another voice. */
  slug: string
  name: string
  /** Share of each style file in the voice, by name; together 1. */
  styles: Readonly<Record<string, number>>
  /** Factors of the style's own; 1 when left out. */
  pitch?: number
  speed?: number
  says: string
  personality: string
  /** 0 to 100, by how natural it was measured and how much its styles were trained on. */
  popularity: number
  /** Measured, in the same words per minute as other voices of this machine. */
  wordsPerMinute: number
  /** Position among the voices: a distance of {@link NEAREST} or more is clearly audible. */
  sound: readonly number[]
}

/** Two halves of one voice are at most 0.7 apart; no two speakers of the model are so near. */
export const NEAREST = 0.95

const LANGUAGES: Readonly<Record<KokoroLanguage, { locale: string; language: string }>> = {
  'en-US': { locale: 'en-US', language: 'English' },
  'en-GB': { locale: 'en-GB', language: 'English' },
  es: { locale: 'es-ES', language: 'Spanish' },
  fr: { locale: 'fr-FR', language: 'French' },
  it: { locale: 'it-IT', language: 'Italian' },
  'pt-BR': { locale: 'pt-BR', language: 'Portuguese' },
  hi: { locale: 'hi-IN', language: 'Hindi' },
}

const voicesOf = ({ language, gender, voices }: VoiceGroup): KokoroVoice[] =>
  voices.map(
    ({ slug, name, styles, pitch = 1, speed = 1, says, personality, popularity, wordsPerMinute, sound }) => ({
      language,
      settings: {
        styles: Object.entries(styles).map(([style, share]) => ({ name: style, share })),
        pitch,
        speed,
      },
      voice: {
        voiceId: `${PROVIDER}:${LANGUAGES[language].locale.toLowerCase()}-${slug}`,
        name,
        gender,
        ...LANGUAGES[language],
        provider: PROVIDER,
        category: 'Natural',
        providerMetadata: { VoiceType: 'Natural', sound },
        voiceStyles: says.split(' '),
        voicePersonalities: personality.split(' '),
        isActive: true,
        popularity,
        previewUrl: '',
        wordsPerMinute,
      },
    }),
  )

/** All natural voices. Those of one language are easy to tell apart (decision 0041). */
export const KOKORO_VOICES: readonly KokoroVoice[] = (
  VOICES as readonly unknown[] as readonly VoiceGroup[]
).flatMap(voicesOf)
