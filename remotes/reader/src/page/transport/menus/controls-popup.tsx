import { RATES } from '@andscene/contracts/voices/rates'
import { useEffect, useRef } from 'react'
import { BesideButton } from './popover.tsx'
import type { PopupProps } from '../../../late/late-parts.tsx'
import type { Player } from '../../../player/engine/player.ts'
import { usePlayerState } from '../../../player/playbacks.ts'
import { ReadingChoice } from './reading-choice.tsx'
import { SleepChoice } from '../sleep/sleep-choice.tsx'
import { rateText, step } from '../times/moves.ts'
import styles from './controls-popup.module.css'
import type { PlaceUnit, Step } from '../places/listener-place.ts'
import { PlaceText, Stepper } from '../places/stepper.tsx'

export type ControlsProps = { player: Player; place: Record<PlaceUnit, Step> }

const UNITS = ['act', 'scene', 'line'] as const
const SLOWEST = RATES[0]
const FASTEST = RATES[RATES.length - 1]!
const SPEED_STEP = 0.25

export const ControlsPopup = ({ player, place, ...popup }: PopupProps & ControlsProps) => (
  <BesideButton
    {...popup}
    label="Controls"
    className={styles.menu}
    content={<Controls player={player} place={place} />}
  />
)

function Controls({ player, place }: ControlsProps) {
  const { rate } = usePlayerState(player)
  const first = useRef<HTMLDListElement>(null)
  // The popover is not positioned yet: the page must not scroll to it.
  useEffect(() => first.current?.closest('dialog')?.focus({ preventScroll: true }), [])
  return (
    <>
      <dl ref={first} className={styles.place}>
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
      <SleepChoice player={player} place={place} />
    </>
  )
}
