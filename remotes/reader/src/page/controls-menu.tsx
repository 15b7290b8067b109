import { Button, Popover } from 'antd'
import { useState } from 'react'
import { RATES } from '../player/limits.ts'
import type { Player } from '../player/player.ts'
import { usePlayerState } from '../player/use-player.ts'
import { rateText, step } from './commands.ts'
import styles from './controls-menu.module.css'
import { ControlsIcon } from './icons.tsx'
import { ReadingChoice } from './reading-choice.tsx'
import { Stepper } from './stepper.tsx'
import type { PlaceUnit, Step } from './use-place.ts'

type Props = { player: Player; place: Record<PlaceUnit, Step> }

const UNITS = ['act', 'scene', 'line'] as const
const SLOWEST = RATES[0]
const FASTEST = RATES[RATES.length - 1]!
const SPEED_STEP = 0.25

/** The Controls menu (SPEC §2): where the reading is, moves by act, scene and line, the speed, what is read aloud. */
export function ControlsMenu({ player, place }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Controls player={player} place={place} />}
    >
      <Button icon={<ControlsIcon />} aria-label="Controls" aria-haspopup="dialog" aria-expanded={isOpen}>
        <span className={styles.wide}>Controls</span>
      </Button>
    </Popover>
  )
}

function Controls({ player, place }: Props) {
  const { rate } = usePlayerState(player)
  return (
    <dialog open className={styles.menu} aria-label="Controls">
      <dl className={styles.place}>
        {(['page', 'scene', 'act'] as const).map((unit) => (
          <div key={unit}>
            <dt>{place[unit].name}</dt>
            <dd>{place[unit].value}</dd>
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
          onChange={({ target }) => void player.setRate(Number(target.value))}
        />
        <output>{rateText(rate)}</output>
      </label>
      <ReadingChoice />
    </dialog>
  )
}
