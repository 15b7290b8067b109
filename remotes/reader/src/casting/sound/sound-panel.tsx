import type { CharacterSound } from '@andscene/contracts/character-sound'
import {
  LEAST_PACE,
  MOST_PACE,
  MOST_PITCH,
  OFF_SCREEN_PLACES,
  ownSound,
  PLACES,
} from '@andscene/contracts/own-sound'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import parts from '@andscene/web-kit/parts.module.css'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { rateText } from '../../page/transport/times/moves.ts'
import { PreviewButton } from '../voices/preview-button.tsx'
import type { OffScreenPart } from './off-screen-parts.ts'
import styles from './sound-panel.module.css'
import { pitchInWords, pitchText, PLACE_NAMES, soundText } from './sound-text.ts'

const PACE_STEP = 0.05
const PITCH_STEP = 0.5

type Props = {
  id: string
  name: string
  voice: Voice | undefined
  previewText: string | undefined
  sound: CharacterSound | undefined
  /** Undefined for a character without off-screen lines. */
  offScreen: OffScreenPart | undefined
  onSound: (sound: CharacterSound | undefined) => void
  onClose: () => void
}

/** How the lines of a character are heard, unless their cues name a place. */
export const heardAs = ({ offScreen: _own, ...sound }: CharacterSound = {}): LineSound => sound

/** Pace, pitch and place of a character (product §2). */
export function SoundPanel({ id, name, voice, previewText, sound = {}, offScreen, onSound, onClose }: Props) {
  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const { pace = 1, pitch = 0, place } = sound
  function change<Field extends keyof CharacterSound>(
    field: Field,
    value: CharacterSound[Field] | undefined,
  ) {
    const { [field]: _old, ...others } = sound
    onSound(ownSound(value === undefined ? others : { ...others, [field]: value }))
  }
  return (
    // Only handles Escape of the controls inside; it is not interactive itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={panel}
      id={id}
      aria-label={`Sound of ${name}`}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Closes the panel, not the dialog around it.
        event.stopPropagation()
        onClose()
      }}
    >
      <Slider
        label="Pace"
        text={rateText(pace)}
        words={pace === 1 ? "the voice's own pace" : `${pace} times the voice's own pace`}
        range={[LEAST_PACE, MOST_PACE, PACE_STEP]}
        value={pace}
        onChange={(value) => change('pace', value)}
      />
      <Slider
        label="Pitch"
        text={pitchText(pitch)}
        words={pitchInWords(pitch)}
        range={[-MOST_PITCH, MOST_PITCH, PITCH_STEP]}
        value={pitch}
        onChange={(value) => change('pitch', value)}
      />
      <Choice
        label="Where"
        unset={PLACE_NAMES.room}
        options={PLACES}
        value={place}
        onChange={(value) => change('place', value)}
      />
      {offScreen && (
        <Choice
          label="Off-screen lines"
          hint={`${offScreen.lines === 1 ? '1 line' : `${offScreen.lines} lines`} with O.S., V.O., ON PHONE or the like`}
          unset={place === undefined ? 'As the script says' : 'Like all lines'}
          options={OFF_SCREEN_PLACES}
          value={sound.offScreen}
          onChange={(value) => change('offScreen', value)}
        >
          {voice && (
            <PreviewButton
              id={`${id}:off-screen:${voice.voiceId}`}
              voiceId={voice.voiceId}
              voiceName={voice.name}
              title="Preview off-screen lines"
              text={previewText}
              sound={offScreenSound(sound, offScreen)}
            />
          )}
        </Choice>
      )}
      <button
        type="button"
        className={parts.inlineButton}
        disabled={soundText(sound) === undefined}
        onClick={() => {
          onSound(undefined)
          panel.current?.querySelector('input')?.focus()
        }}
      >
        Reset sound
      </button>
    </fieldset>
  )
}

function offScreenSound(sound: CharacterSound, { place: written }: OffScreenPart): LineSound {
  const { place: _all, ...rest } = heardAs(sound)
  const place = sound.offScreen ?? sound.place ?? written
  return { ...rest, ...(place !== undefined && place !== 'room' && { place }) }
}

type SliderProps = {
  label: string
  text: string
  /** The value for screen readers. */
  words: string
  range: readonly [min: number, max: number, step: number]
  value: number
  onChange: (value: number) => void
}

function Slider({ label, text, words, range: [min, max, step], value, onChange }: SliderProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <input
          id={id}
          type="range"
          className={styles.slider}
          {...{ min, max, step, value }}
          aria-valuetext={words}
          onChange={({ target }) => onChange(Number(target.value))}
        />
        <output className={styles.value} htmlFor={id}>
          {text}
        </output>
      </div>
    </>
  )
}

type ChoiceProps<Value extends keyof typeof PLACE_NAMES> = {
  label: string
  hint?: string
  /** The option without an own choice. */
  unset: string
  options: readonly Value[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  children?: ReactNode
}

function Choice<Value extends keyof typeof PLACE_NAMES>(props: ChoiceProps<Value>) {
  const { label, hint, unset, options, value, onChange, children } = props
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <select
          id={id}
          className={parts.select}
          value={value ?? ''}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => onChange(options.find((option) => option === target.value))}
        >
          <option value="">{unset}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {PLACE_NAMES[option]}
            </option>
          ))}
        </select>
        {children}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </>
  )
}
