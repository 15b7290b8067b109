import { DELIVERIES, PACE_RANGE, PAUSE_LIMIT_MS, PITCH_RANGE } from '@andscene/contracts/voices/deliveries'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { isSameDelivery, type DeliveryFields } from '@andscene/contracts/voices/tidy-delivery'
import { useId, type CSSProperties } from 'react'
import { DELIVERY_LABELS, deliveryText, paceText, pauseText, pitchText } from './delivery-text.ts'
import styles from './direct.module.css'

type Edit = (change: DeliveryFields, field: string) => void
type Props = { draft: Delivery; written: Delivery; onEdit: Edit; onWritten: () => void }

export function DeliveryControls({ draft, written, onEdit, onWritten }: Props) {
  const { pace = 1, pitch = 0, pauseBeforeMs = 0, pauseAfterMs = 0 } = draft
  return (
    <>
      <fieldset className={styles.chips} aria-label="Delivery">
        <button type="button" aria-pressed={isSameDelivery(draft, written)} onClick={onWritten}>
          As written
          {written.name && <span className={styles.hint}> ({deliveryText(written).toLowerCase()})</span>}
        </button>
        {DELIVERIES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={draft.name === name}
            onClick={() => onEdit({ name: draft.name === name ? undefined : name }, `name ${name}`)}
          >
            {DELIVERY_LABELS[name]}
          </button>
        ))}
      </fieldset>
      <div className={styles.sliders}>
        <Slider
          label="Pace"
          value={pace}
          text={paceText(pace)}
          range={PACE_RANGE}
          step={0.05}
          onChange={(value) => onEdit({ pace: value }, 'pace')}
        />
        <Slider
          label="Pitch"
          value={pitch}
          text={pitchText(pitch)}
          range={PITCH_RANGE}
          step={0.5}
          onChange={(value) => onEdit({ pitch: value }, 'pitch')}
        />
        <Slider
          label="Pause before"
          value={pauseBeforeMs}
          text={pauseText(pauseBeforeMs)}
          range={PAUSES}
          step={100}
          onChange={(value) => onEdit({ pauseBeforeMs: value }, 'before')}
        />
        <Slider
          label="Pause after"
          value={pauseAfterMs}
          text={pauseText(pauseAfterMs)}
          range={PAUSES}
          step={100}
          onChange={(value) => onEdit({ pauseAfterMs: value }, 'after')}
        />
      </div>
    </>
  )
}

const PAUSES = { minimum: 0, maximum: PAUSE_LIMIT_MS }

type SliderProps = {
  label: string
  value: number
  text: string
  range: { minimum: number; maximum: number }
  step: number
  onChange: (value: number) => void
}

function Slider({ label, value, text, range, step, onChange }: SliderProps) {
  const id = useId()
  const share = (value - range.minimum) / (range.maximum - range.minimum)
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={range.minimum}
        max={range.maximum}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ '--at': `${share * 100}%` } as CSSProperties}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  )
}
