import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { useRef } from 'react'
import { NARRATION, SCENE_HEADING, type Slot } from '../casting-draft.ts'
import styles from '../casting-form.module.css'
import { useRovingFocus } from '../use-roving-focus.ts'
import type { VoiceOffer } from './use-voice-list.ts'
import { VoicePicker } from './voice-picker.tsx'
import { SCENE_HEADING_SAMPLE } from '../voice-ui-limits.ts'

type Props = {
  casting: Casting
  offer: VoiceOffer
  byId: ReadonlyMap<string, Voice>
  onGive: (slot: Slot, voiceId: string | undefined) => void
}

export function PrimaryVoices({ casting, ...rest }: Props) {
  const root = useRef<HTMLElement>(null)
  const roving = useRovingFocus(root)
  return (
    // It hears the arrows of the controls in it, and is nothing to press itself.
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
