import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { NARRATION, SCENE_HEADING, type Slot } from '../casting-draft.ts'
import styles from '../casting-form.module.css'
import { VoicePicker } from './voice-picker.tsx'
import { SCENE_HEADING_SAMPLE } from '../voice-ui-limits.ts'

type Props = {
  casting: Casting
  voices: readonly Voice[]
  byId: ReadonlyMap<string, Voice>
  onGive: (slot: Slot, voiceId: string | undefined) => void
}

/** Narration and scene headings (product §2, Primary Voices). */
export function PrimaryVoices({ casting, ...rest }: Props) {
  return (
    <section className={styles.primary} aria-labelledby="primary-voices">
      <h2 id="primary-voices" className={styles.heading}>
        Primary Voices
      </h2>
      <div className={styles.columns}>
        <VoicePicker
          slot={NARRATION}
          label="Narration"
          hint="Action"
          voiceId={casting.narrationVoiceId}
          {...rest}
        />
        <VoicePicker
          slot={SCENE_HEADING}
          label="Scene Headings"
          hint="Headings, acts and cues"
          voiceId={casting.sceneHeadingVoiceId}
          previewText={SCENE_HEADING_SAMPLE}
          {...rest}
        />
      </div>
    </section>
  )
}
