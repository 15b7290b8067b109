import type { Voice } from '@andscene/contracts/voices/voice'
import { NAME_CHIP_LENGTH, PERSONALITY_CHIPS, STYLE_CHIPS } from '../voice-ui-limits.ts'

const STANDARD = 'Standard'

const segmenter = new Intl.Segmenter()

/** Shortens a name to 25 characters with an ellipsis (product §9). Counts grapheme clusters, not code units. */
export function shortName(name: string): string {
  if (name.length <= NAME_CHIP_LENGTH) return name
  const letters = [...segmenter.segment(name)].map(({ segment }) => segment)
  return letters.length <= NAME_CHIP_LENGTH
    ? name
    : `${letters.slice(0, NAME_CHIP_LENGTH).join('').trimEnd()}…`
}

/** Female voices get the secondary color, all others the primary one (product §9). */
export const voiceTone = (voice: Voice): 'secondary' | 'primary' =>
  voice.gender === 'female' ? 'secondary' : 'primary'

/**
 * The chips after a voice's name: type unless Standard, up to 3 styles, up to 2 personalities for Azure (product §9).
 */
export function voiceTraits(voice: Voice): string[] {
  const type = voice.providerMetadata.VoiceType
  return [
    ...(type && type !== STANDARD ? [type] : []),
    ...voice.voiceStyles.slice(0, STYLE_CHIPS),
    ...(voice.provider === 'azure' ? voice.voicePersonalities.slice(0, PERSONALITY_CHIPS) : []),
  ]
}

/** Azure's name of the locale; empty for other providers. */
function givenLocaleName({ providerMetadata }: Voice): string {
  const { LocaleName } = providerMetadata as Record<string, unknown>
  return typeof LocaleName === 'string' ? LocaleName : ''
}

const languages = new Intl.DisplayNames('en', { type: 'language' })
const regions = new Intl.DisplayNames('en', { type: 'region' })
/** Regions larger than a country (UN M49), which browsers return as digits. The world is omitted. */
const AREAS: Record<string, string> = {
  '001': '',
  '029': 'Caribbean',
  '150': 'Europe',
  '419': 'Latin America',
}

function wordsFor({ locale, language: given }: Voice): string {
  try {
    const { language, region } = new Intl.Locale(locale)
    const known = languages.of(language)
    // Browsers return the code itself for an unknown language.
    const name = known === undefined || known === language ? given || language : known
    const area = region && (AREAS[region] ?? regions.of(region))
    return area ? `${name} (${area})` : name
  } catch {
    return given || locale
  }
}

/** Language and region, such as `English (United Kingdom)`; Azure provides its own text. */
export const localeName = (voice: Voice): string => givenLocaleName(voice) || wordsFor(voice)
