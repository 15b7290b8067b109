import { Button, Popover } from 'antd'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { RATES } from '@andscene/contracts/rates'
import type { Player } from '../../player/engine/player.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { rateText, step } from './commands.ts'
import styles from './controls-menu.module.css'
import { ControlsIcon } from '../../icons.tsx'
import { ReadingChoice } from '../reading-choice.tsx'
import { leaves } from './popover-focus.ts'
import { Stepper } from './stepper.tsx'
import type { PlaceUnit, Step } from './listener-place.ts'

type Props = { player: Player; place: Record<PlaceUnit, Step> }

const UNITS = ['act', 'scene', 'line'] as const
const SLOWEST = RATES[0]
const FASTEST = RATES[RATES.length - 1]!
const SPEED_STEP = 0.25

/** The Controls menu (product §2): where the listener is, moves by act, scene and line, the speed, what is read aloud. */
export function ControlsMenu({ player, place }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      classNames={{ root: styles.popup ?? '' }}
      // Beside the button in the page, so that Tab goes on into the menu.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      content={
        <Controls
          player={player}
          place={place}
          onEscape={() => {
            setOpen(false)
            button.current?.focus()
          }}
          onBlur={(event) => {
            if (leaves(event, button.current)) setOpen(false)
          }}
        />
      }
    >
      <Button
        ref={button}
        icon={<ControlsIcon />}
        aria-label="Controls"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span className={styles.wide}>Controls</span>
      </Button>
    </Popover>
  )
}

type MenuProps = Props & { onEscape: () => void; onBlur: (event: FocusEvent) => void }

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
          onChange={({ target }) => player.setRate(Number(target.value))}
        />
        <output>{rateText(rate)}</output>
      </label>
      <ReadingChoice />
    </dialog>
  )
}
