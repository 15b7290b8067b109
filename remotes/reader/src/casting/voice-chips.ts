import type { Voice } from '@andscene/contracts/voice'
import { NAME_CHIP_LENGTH, PERSONALITY_CHIPS, STYLE_CHIPS } from './voice-ui-limits.ts'

const STANDARD = 'Standard'

/** A name, cut at 25 characters with an ellipsis (SPEC §9). Counts what people see, not code units. */
export function shortName(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name)]
  return letters.length <= NAME_CHIP_LENGTH
    ? name
    : `${letters
        .slice(0, NAME_CHIP_LENGTH)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`
}

/** Female voices get the secondary colour, all others the primary (SPEC §9). */
export const voiceTone = (voice: Voice): 'secondary' | 'primary' =>
  voice.gender === 'female' ? 'secondary' : 'primary'

/** What is said of a voice beside its name: its type unless Standard, 3 styles, for Azure 2 personalities (SPEC §9). */
export function voiceTraits(voice: Voice): string[] {
  const type = voice.providerMetadata.VoiceType
  return [
    ...(type && type !== STANDARD ? [type] : []),
    ...voice.voiceStyles.slice(0, STYLE_CHIPS),
    ...(voice.provider === 'azure' ? voice.voicePersonalities.slice(0, PERSONALITY_CHIPS) : []),
  ]
}

/** What Azure itself calls the locale; empty for others. */
export function givenLocaleName({ providerMetadata }: Voice): string {
  const { LocaleName } = providerMetadata as Record<string, unknown>
  return typeof LocaleName === 'string' ? LocaleName : ''
}

/** Language and region in words, e.g. `English (United Kingdom)`; Azure says it itself. */
export function localeName(voice: Voice): string {
  const given = givenLocaleName(voice)
  if (given) return given
  try {
    return (
      new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(voice.locale) ??
      voice.locale
    )
  } catch {
    return voice.language || voice.locale
  }
}
