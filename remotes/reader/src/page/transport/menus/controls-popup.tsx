import { RATES } from '@andscene/contracts/rates'
import { useEffect, useRef, type FocusEvent } from 'react'
import { BesideButton } from './popover.tsx'
import type { PopupProps } from '../../../late/late-parts.tsx'
import type { Player } from '../../../player/engine/player.ts'
import { usePlayerState } from '../../../player/playbacks.ts'
import { ReadingChoice } from './reading-choice.tsx'
import { rateText, step } from '../times/moves.ts'
import styles from './controls-popup.module.css'
import type { PlaceUnit, Step } from '../places/listener-place.ts'
import { PlaceText, Stepper } from '../places/stepper.tsx'

export type ControlsProps = { player: Player; place: Record<PlaceUnit, Step> }

const UNITS = ['act', 'scene', 'line'] as const
const SLOWEST = RATES[0]
const FASTEST = RATES[RATES.length - 1]!
const SPEED_STEP = 0.25

type Props = PopupProps & ControlsProps & { onBlur: (event: FocusEvent) => void }

/** Where the listener is, moves by act, scene and line, the speed, what is read aloud. */
export const ControlsPopup = ({ player, place, onBlur, ...popup }: Props) => (
  <BesideButton
    {...popup}
    className={styles.popup}
    content={<Controls player={player} place={place} onEscape={popup.onClose} onBlur={onBlur} />}
  />
)

type MenuProps = ControlsProps & { onEscape: () => void; onBlur: (event: FocusEvent) => void }

function Controls({ player, place, onEscape, onBlur }: MenuProps) {
  const { rate } = usePlayerState(player)
  const menu = useRef<HTMLDialogElement>(null)
  // The popover is not in its position yet: the page must not go there.
  useEffect(() => menu.current?.focus({ preventScroll: true }), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <dialog
      open
      ref={menu}
      tabIndex={-1}
      className={styles.menu}
      aria-label="Controls"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onEscape()
      }}
    >
      <dl className={styles.place}>
        {(['page', 'scene', 'act'] as const).map((unit) => (
          <div key={unit}>
            <dt>{place[unit].name}</dt>
            <dd>
              <PlaceText step={place[unit]} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.steps}>
        {UNITS.map((unit) => (
          <Stepper key={unit} step={place[unit]} onStep={(direction) => step(player, unit, direction)} />
        ))}
      </div>
      <label className={styles.speed}>
        <span>Speed</span>
        <input
          type="range"
          className={styles.slider}
          min={SLOWEST}
          max={FASTEST}
          step={SPEED_STEP}
          value={rate}
          aria-valuetext={rateText(rate)}
          onChange={({ target }) => player.setRate(Number(target.value))}
        />
        <output>{rateText(rate)}</output>
      </label>
      <ReadingChoice />
    </dialog>
  )
}
