import { useRef } from 'react'
import { NARRATION, SCENE_HEADING } from '../casting-draft.ts'
import styles from '../casting-form.module.css'
import { useRovingFocus } from '../use-roving-focus.ts'
import type { CastingFormState } from '../use-casting-form.ts'
import { VoicePicker } from './voice-picker.tsx'
import { SCENE_HEADING_SAMPLE } from '../voice-ui-limits.ts'

export function PrimaryVoices({ form }: { form: CastingFormState }) {
  const { casting, offer, byId, give: onGive } = form
  const root = useRef<HTMLElement>(null)
  const roving = useRovingFocus(root)
  return (
    // Only handles arrow keys of the controls inside; it is not interactive itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={root} className={styles.primary} aria-labelledby="primary-voices" {...roving}>
      <h2 id="primary-voices" className={styles.heading}>
        Primary Voices
      </h2>
      <div className={styles.columns} data-columns>
        <VoicePicker
          slot={NARRATION}
          label="Narration"
          hint="Action"
          voiceId={casting.narrationVoiceId}
          {...{ offer, byId, onGive }}
        />
        <VoicePicker
          slot={SCENE_HEADING}
          label="Scene Headings"
          hint="Headings, acts and cues"
          voiceId={casting.sceneHeadingVoiceId}
          previewText={SCENE_HEADING_SAMPLE}
          {...{ offer, byId, onGive }}
        />
      </div>
    </section>
  )
}
