import type { Voice } from '@andscene/contracts/voices/voice'
import VOICES from './voices.json' with { type: 'json' }

type Gender = Voice['gender']
export type KnownVoice = { id: string; name?: string; gender?: Gender; locale?: string }

/** Voices of servers with the speech API of OpenAI that publish no list. */
export const STANDARD_VOICES = VOICES.standard as readonly KnownVoice[]

/** Kokoro names its voices `af_bella`: language, gender, name. */
const KOKORO_LOCALES: Readonly<Record<string, string>> = VOICES.kokoroLocales
/** These voices speak the language of the text. */
const MANY_LANGUAGES = 'mul'
const POPULARITY = 70
const WORDS_PER_MINUTE = 160

/** Parses `id` or `id|Name|gender|locale`, separated by commas; each of the latter three may be empty. */
export function voicesFromSetting(setting: string): KnownVoice[] {
  return setting
    .split(',')
    .map((entry) => entry.split('|').map((part) => part.trim()))
    .filter(([id]) => id)
    .map(([id, name, gender, locale]) => known(id!, { name, gender, locale }))
}

/** Parses the lists that servers publish: names or objects, bare or under `voices` or `data`. */
export function voicesFromResponse(response: unknown): KnownVoice[] {
  const list = Array.isArray(response) ? response : (field(response, 'voices') ?? field(response, 'data'))
  if (!Array.isArray(list)) return []
  const voices = list.flatMap((entry): KnownVoice[] => {
    if (typeof entry === 'string') return entry ? [known(entry, {})] : []
    const id = text(entry, 'voice_id', 'id', 'voice', 'name')
    if (!id) return []
    const name = text(entry, 'name', 'display_name')
    const locale = text(entry, 'locale', 'language_code', 'language', 'lang')
    return [known(id, { name, locale, gender: text(entry, 'gender') })]
  })
  return [...new Map(voices.map((voice) => [voice.id, voice])).values()]
}

/** Describes a voice of the list by its id and the fields that its server provides. */
export function describeVoice(provider: string, voice: KnownVoice): Voice {
  const facts = { ...readId(voice.id), ...voice }
  const locale = facts.locale ?? MANY_LANGUAGES
  return {
    voiceId: `${provider}:${voice.id}`,
    name: facts.name ?? capitalised(voice.id),
    gender: facts.gender ?? 'neutral',
    locale,
    language: languageOf(locale),
    provider,
    category: 'Neural',
    providerMetadata: { VoiceType: 'Neural' },
    voiceStyles: ['narration', 'conversational'],
    voicePersonalities: ['natural'],
    isActive: true,
    popularity: POPULARITY,
    previewUrl: '',
    wordsPerMinute: WORDS_PER_MINUTE,
  }
}

/** Reads the fields from a voice id of Kokoro (`af_bella`) or Piper (`en_US-lessac-medium`). */
function readId(id: string): Omit<KnownVoice, 'id'> {
  const kokoro = /^([a-z])([fm])_([a-z0-9]+)$/.exec(id)
  const locale = kokoro && KOKORO_LOCALES[kokoro[1]!]
  if (kokoro && locale) {
    return { name: capitalised(kokoro[3]!), gender: kokoro[2] === 'f' ? 'female' : 'male', locale }
  }
  const piper = /^([a-z]{2,3})_([A-Z]{2})-([\p{L}\d_]+)-(?:x_low|low|medium|high)$/u.exec(id)
  if (piper) return { name: capitalised(piper[3]!), locale: `${piper[1]}-${piper[2]}` }
  return STANDARD_VOICES.find((voice) => voice.id === id) ?? {}
}

type Facts = Partial<Record<'name' | 'gender' | 'locale', string | undefined>>

function known(id: string, { name, gender, locale }: Facts): KnownVoice {
  const voice: KnownVoice = { id }
  if (name && name !== id) voice.name = name
  const sex = gender?.toLowerCase()
  if (sex === 'female' || sex === 'male' || sex === 'neutral') voice.gender = sex
  const tag = locale && validLocale(locale)
  if (tag) voice.locale = tag
  return voice
}

function validLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

function languageOf(locale: string): string {
  if (locale === MANY_LANGUAGES) return 'Multilingual'
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return names.of(new Intl.Locale(locale).language) ?? locale
}

const capitalised = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .trim()
    .replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const text = (value: unknown, ...names: string[]): string | undefined =>
  names
    .map((name) => field(value, name))
    .find((found): found is string => typeof found === 'string' && found !== '')
