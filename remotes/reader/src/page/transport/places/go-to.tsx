import { tip } from '@andscene/web-kit/tooltip'
import type { RefObject } from 'react'
import { late } from '../../../late/late.tsx'
import { usePopup } from '../../../late/late-parts.tsx'
import type { Player } from '../../../player/engine/player.ts'
import type { Step } from './listener-place.ts'
import { StepValue } from './stepper.tsx'
import styles from './stepper.module.css'
import { useOpenScript } from '../../open-script.ts'

const PagePopup = late((loaded) => loaded.PagePopup)
const ScenePopup = late((loaded) => loaded.ScenePopup)

type PlaceProps = {
  ref: RefObject<HTMLButtonElement | null>
  step: Step
  widest: number
  open: boolean
  isDisabled: boolean
}

/** The current position, as a button; an element instead of a component, as popups require. */
const placeButton = ({ ref, step, widest, open, isDisabled }: PlaceProps) => (
  <button
    ref={ref}
    type="button"
    className={styles.goTo}
    {...tip(`Go to ${step.unit}`)}
    disabled={isDisabled}
    aria-haspopup="dialog"
    aria-expanded={open}
  >
    <span className={styles.muted}>{step.name}</span> <StepValue step={step} widest={widest} />{' '}
    {step.total !== undefined && (
      <span className={styles.muted} data-total="">
        of {step.total}
      </span>
    )}
  </button>
)

export function GoToPage({ player, step, isDisabled }: { player: Player; step: Step; isDisabled: boolean }) {
  const { button, popup } = usePopup()
  const { value, total = 1 } = step
  const go = (page: number) => {
    player.goToPage(page - 1)
    popup.onClose()
  }
  return (
    <PagePopup {...popup} page={Number(value)} pages={total} onGo={go}>
      {placeButton({ ref: button, step, widest: String(total).length, open: popup.open, isDisabled })}
    </PagePopup>
  )
}

export function GoToScene({ step, widest }: { step: Step; widest: number }) {
  const { button, popup } = usePopup()
  const isDisabled = useOpenScript().map.scenes.length === 0
  return (
    <ScenePopup {...popup}>
      {placeButton({ ref: button, step, widest, open: popup.open, isDisabled })}
    </ScenePopup>
  )
}
