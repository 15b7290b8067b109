import type { Voice } from '@andscene/contracts/voices/voice'
import { NAME_CHIP_LENGTH, PERSONALITY_CHIPS, STYLE_CHIPS } from '../voice-ui-limits.ts'

const STANDARD = 'Standard'

const segmenter = new Intl.Segmenter()

/** A name, cut at 25 characters with an ellipsis (product §9). Counts what people see, not code units. */
export function shortName(name: string): string {
  if (name.length <= NAME_CHIP_LENGTH) return name
  const letters = [...segmenter.segment(name)].map(({ segment }) => segment)
  return letters.length <= NAME_CHIP_LENGTH
    ? name
    : `${letters.slice(0, NAME_CHIP_LENGTH).join('').trimEnd()}…`
}

/** Female voices get the secondary colour, all others the primary (product §9). */
export const voiceTone = (voice: Voice): 'secondary' | 'primary' =>
  voice.gender === 'female' ? 'secondary' : 'primary'

/** The chips next to a voice's name: its type unless Standard, 3 styles, for Azure 2 personalities (product §9). */
export function voiceTraits(voice: Voice): string[] {
  const type = voice.providerMetadata.VoiceType
  return [
    ...(type && type !== STANDARD ? [type] : []),
    ...voice.voiceStyles.slice(0, STYLE_CHIPS),
    ...(voice.provider === 'azure' ? voice.voicePersonalities.slice(0, PERSONALITY_CHIPS) : []),
  ]
}

/** What Azure itself calls the locale; empty for others. */
function givenLocaleName({ providerMetadata }: Voice): string {
  const { LocaleName } = providerMetadata as Record<string, unknown>
  return typeof LocaleName === 'string' ? LocaleName : ''
}

const languages = new Intl.DisplayNames('en', { type: 'language' })
const regions = new Intl.DisplayNames('en', { type: 'region' })
/** Areas larger than a country (UN M49), which browsers leave as figures. The world is not worth a word. */
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
    // A browser gives a language that it has no word for back as its code.
    const name = known === undefined || known === language ? given || language : known
    const area = region && (AREAS[region] ?? regions.of(region))
    return area ? `${name} (${area})` : name
  } catch {
    return given || locale
  }
}

/** Language and region in words, e.g. `English (United Kingdom)`; Azure says it itself. */
export const localeName = (voice: Voice): string => givenLocaleName(voice) || wordsFor(voice)
