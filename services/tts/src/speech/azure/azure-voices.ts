import type { Voice } from '@andscene/contracts/voices/voice'
import type { SynthesisRequest } from '../provider.ts'
import { delivered } from './azure-delivery.ts'
import { markedSounds } from './azure-sounds.ts'

type Entry = {
  ShortName: string
  DisplayName?: string
  Gender?: string
  Locale?: string
  LocaleName?: string
  StyleList?: string[]
  VoiceType?: string
  Status?: string
  WordsPerMinute?: string
  VoiceTag?: { TailoredScenarios?: string[]; VoicePersonalities?: string[] }
}

/** Defaults for values that the list does not contain. */
const USUAL_WORDS_PER_MINUTE = 150
const POPULARITY = { released: 95, preview: 75 }

/** Voices of the service's list; invalid entries are omitted. */
export function azureVoices(provider: string, list: unknown): Voice[] {
  return Array.isArray(list) ? list.filter(isEntry).map((entry) => describe(provider, entry)) : []
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && typeof (value as Entry).ShortName === 'string'

function describe(provider: string, entry: Entry): Voice {
  const locale = entry.Locale ?? entry.ShortName.split('-').slice(0, 2).join('-')
  return {
    voiceId: `${provider}:${entry.ShortName}`,
    name: entry.DisplayName ?? entry.ShortName,
    gender: entry.Gender === 'Female' ? 'female' : entry.Gender === 'Male' ? 'male' : 'neutral',
    locale,
    language: languageOf(locale, entry.LocaleName),
    provider,
    category: entry.VoiceType ?? 'Neural',
    // The service's own fields, which the voice list shows for this provider (product §3).
    providerMetadata: { ...entry },
    voiceStyles: entry.StyleList ?? entry.VoiceTag?.TailoredScenarios ?? [],
    voicePersonalities: entry.VoiceTag?.VoicePersonalities ?? [],
    isActive: entry.Status !== 'Deprecated',
    popularity: entry.Status === 'Preview' ? POPULARITY.preview : POPULARITY.released,
    previewUrl: '',
    wordsPerMinute: Number(entry.WordsPerMinute) || USUAL_WORDS_PER_MINUTE,
  }
}

function languageOf(locale: string, localeName: string | undefined): string {
  try {
    const names = new Intl.DisplayNames('en', { type: 'language' })
    return names.of(new Intl.Locale(locale).language) ?? locale
  } catch {
    return localeName ?? locale
  }
}

const VOICE_NAME = /^[a-z]{2,3}-[A-Za-z0-9:._-]+$/
const LOCALE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-(?:[A-Z]{2}|\d{3})/
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export const isVoiceName = (name: string): boolean => VOICE_NAME.test(name)

/** SSML in which the text is never interpreted as markup. `styles`: those of the voice. */
export function toSsml(
  voice: string,
  { text, delivery = {}, sounds = [] }: Pick<SynthesisRequest, 'text' | 'delivery' | 'sounds'>,
  styles: readonly string[] = [],
): string {
  const locale = LOCALE.exec(voice)?.[0] ?? 'en-US'
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" ` +
    `xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${locale}">` +
    `<voice name="${escaped(voice)}">${delivered(text, delivery, styles, markedSounds(text, sounds, escaped))}</voice></speak>`
  )
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_XML, ' ')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!)
