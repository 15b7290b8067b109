import type { CharacterSound } from '@andscene/contracts/character-sound'
import { speechStart } from '@andscene/screenplay/own-name'
import { memo, useId, useMemo, useRef, useState } from 'react'
import { ControlsIcon } from '../icons.tsx'
import { IconButton } from '../page/transport/icon-button.tsx'
import { characterSlot } from './casting-draft.ts'
import styles from './casting-form.module.css'
import type { Part } from './characters.ts'
import type { OffScreenPart } from './sound/off-screen-parts.ts'
import { heardAs, SoundPanel } from './sound/sound-panel.tsx'
import { soundText } from './sound/sound-text.ts'
import { STOP } from './use-roving-focus.ts'
import { VoicePicker, type PickerProps } from './voices/voice-picker.tsx'

type Props = Pick<PickerProps, 'offer' | 'byId' | 'onGive' | 'language'> & {
  part: Part
  voiceId: string | undefined
  reason: string | undefined
  sound: CharacterSound | undefined
  offScreen: OffScreenPart | undefined
  onSound: (name: string, sound: CharacterSound | undefined) => void
}

/** A character, its voice, and how it sounds. */
export const CharacterRow = memo(function CharacterRow({ part, sound, offScreen, onSound, ...rest }: Props) {
  const { name } = part
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const voice = rest.voiceId === undefined ? undefined : rest.byId.get(rest.voiceId)
  const slot = useMemo(() => characterSlot(part.name), [part.name])
  const sample = useMemo(
    () =>
      part.sample === undefined ? undefined : part.sample.slice(speechStart(part.sample, part.name)).trim(),
    [part],
  )
  return (
    <VoicePicker
      slot={slot}
      label={part.name}
      previewText={sample}
      placeholder={part.ensemble && 'Their own voices'}
      hint={part.lines === 1 ? '1 line' : `${part.lines} lines`}
      sound={heardAs(sound)}
      soundText={isOpen ? undefined : soundText(sound)}
      tool={
        (voice || sound) && (
          <IconButton
            ref={button}
            {...STOP}
            name={`Sound of ${name}`}
            hint="Pace, pitch and place"
            size={40}
            isMuted={!sound}
            className={styles.sound}
            data-set={sound !== undefined || undefined}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <ControlsIcon />
          </IconButton>
        )
      }
      panel={
        isOpen && (
          <SoundPanel
            {...{ id, name, voice, sound, offScreen }}
            previewText={sample}
            onSound={(wanted) => onSound(name, wanted)}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
          />
        )
      }
      {...rest}
    />
  )
})
