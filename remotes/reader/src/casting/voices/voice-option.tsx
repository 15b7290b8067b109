import type { Voice } from '@andscene/contracts/voices/voice'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { tip } from '@andscene/web-kit/tooltip'
import { absenceText } from '@andscene/web-kit/voices-query'
import { localeName, shortName, voiceTone, voiceTraits } from './voice-chips.ts'
import styles from './voice-option.module.css'
import { WorldIcon } from '../../icons.tsx'

export function VoiceFace({ voice }: { voice: Voice }) {
  return (
    <>
      <Flag locale={voice.locale} />
      <span className={styles.words}>
        <span className={styles.first}>
          <span className={styles.name} data-tone={voiceTone(voice)} {...tip(voice.name)} dir="auto">
            {shortName(voice.name)}
          </span>
          <VoiceTraits voice={voice} />
        </span>
        <span className={styles.second}>
          <VoiceOrigin voice={voice} />
        </span>
      </span>
    </>
  )
}

export const VoiceOrigin = ({ voice }: { voice: Voice }) => (
  <>
    <span className={styles.gender}>{voice.gender}</span> · {localeName(voice)}
  </>
)

export function VoiceAbsence({ voice }: { voice: Voice }) {
  return <span className={styles.absence}>{absenceText(voice, useNaturalVoices())}</span>
}

export function VoiceTraits({ voice }: { voice: Voice }) {
  return voiceTraits(voice).map((trait) => (
    <span key={trait} className={styles.trait}>
      {trait}
    </span>
  ))
}

const FIRST_LETTER = 0x1f1e6

/**
 * The flag emoji of a locale's region, such as 🇺🇸 for `en-US`; null without a region: a globe is shown (product §9).
 */
export function localeFlag(locale: string): string | null {
  const region = locale
    .split('-')
    .slice(1)
    .find((part) => /^[A-Za-z]{2}$/.test(part))
  if (!region) return null
  const letters = [...region.toUpperCase()].map((letter) => FIRST_LETTER + letter.charCodeAt(0) - 65)
  return String.fromCodePoint(...letters)
}

export function Flag({ locale }: { locale: string }) {
  return (
    <span className={styles.flag} aria-hidden="true">
      {localeFlag(locale) ?? <WorldIcon size={24} />}
    </span>
  )
}
