import type { Voice } from '@andscene/contracts/voice'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { tip } from '@andscene/web-kit/tooltip'
import { absenceText } from '@andscene/web-kit/voices-query'
import { Flag } from './flag.tsx'
import { localeName, shortName, voiceTone, voiceTraits } from './voice-chips.ts'
import styles from './voice-option.module.css'

/** How a voice looks in a list: flag, name in its tone, where it is from, what it can do. */
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
          <span className={styles.gender}>{voice.gender}</span> · {localeName(voice)}
        </span>
      </span>
    </>
  )
}

/** Why a voice that somebody has cannot be chosen at present. */
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
