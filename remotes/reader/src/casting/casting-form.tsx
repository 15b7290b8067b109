import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { characterSlot, NARRATION, SCENE_HEADING, slotKey, type Slot } from './casting-draft.ts'
import styles from './casting-form.module.css'
import { useSaveCasting } from './casting-query.ts'
import { partsOf } from './characters.ts'
import { useCastingDraft } from './use-casting-draft.ts'
import { VoicePicker } from './voice-picker.tsx'
import { SCENE_HEADING_SAMPLE } from './voice-ui-limits.ts'

type Props = {
  script: Script
  voices: Voice[]
  saved: Casting
  character?: string | undefined
  onClose: () => void
  onSaved: () => void
}

/** The main view of the modal: who gets which voice, and saving it. */
export function CastingForm({ script, voices, saved, character, onClose, onSaved }: Props) {
  const byId = useMemo(() => new Map(voices.map((voice) => [voice.voiceId, voice])), [voices])
  const parts = useMemo(() => partsOf(script), [script])
  const listed = character === undefined ? parts : parts.filter((part) => part.name === character)
  const draft = useCastingDraft(saved)
  const save = useSaveCasting(script._id)

  const picker = (slot: Slot, label: string, hint?: string, previewText?: string) => (
    <VoicePicker
      key={slotKey(slot)}
      label={label}
      hint={hint}
      voices={voices}
      byId={byId}
      voiceId={draft.voiceOf(slot)}
      onChange={(voiceId) => draft.give(slot, voiceId)}
      previewId={slotKey(slot)}
      previewText={previewText}
    />
  )
  const submit = () =>
    save.mutate(draft.casting, {
      onSuccess: () => {
        onSaved()
        onClose()
      },
    })

  return (
    <>
      <div className={styles.scroll}>
        {character === undefined && (
          <section className={styles.primary} aria-labelledby="primary-voices">
            <h3 id="primary-voices" className={styles.heading}>
              Primary Voices
            </h3>
            <div className={styles.columns}>
              {picker(NARRATION, 'Narration', 'Action')}
              {picker(SCENE_HEADING, 'Scene Headings', 'Scenes and acts', SCENE_HEADING_SAMPLE)}
            </div>
          </section>
        )}
        <div className={styles.columns}>
          {listed.map((part) => picker(characterSlot(part.name), part.name, `${part.lines} lines`))}
        </div>
      </div>
      {save.isError && (
        <Alert className={styles.alert ?? ''} type="error" showIcon title={save.error.message} />
      )}
      <footer className={styles.footer}>
        {character === undefined && (
          <Button danger onClick={draft.clear}>
            Clear All Voices
          </Button>
        )}
        <span className={styles.gap} />
        <Button onClick={onClose}>CANCEL</Button>
        <Button type="primary" loading={save.isPending} onClick={submit}>
          SAVE ASSIGNMENTS
        </Button>
      </footer>
    </>
  )
}
