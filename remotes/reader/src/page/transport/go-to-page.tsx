import { tip } from '@andscene/web-kit/tooltip'
import { useRef, useState } from 'react'
import { late } from '../../late/late.tsx'
import type { Player } from '../../player/engine/player.ts'
import type { Step } from './listener-place.ts'
import placeStyles from './place-button.module.css'
import { leaves } from './popover-focus.ts'
import { StepValue } from './stepper.tsx'

const PagePopup = late((parts) => parts.PagePopup)

type Props = { player: Player; step: Step; isDisabled: boolean }

/** The page number; a click on it asks for another. */
export function GoToPage({ player, step, isDisabled }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { value, total = 1 } = step
  const close = () => {
    setOpen(false)
    // Where it was before; a click elsewhere takes it there next.
    button.current?.focus()
  }
  return (
    <PagePopup
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={close}
      onBlur={(event) => {
        if (leaves(event, button.current)) setOpen(false)
      }}
      page={Number(value)}
      pages={total}
      onGo={(page) => {
        player.goToPage(page - 1)
        close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={placeStyles.place}
        {...tip('Go to page')}
        disabled={isDisabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span className={placeStyles.muted}>Page</span>{' '}
        <StepValue value={value} widest={String(total).length} />{' '}
        <span className={placeStyles.muted} data-total="">
          of {total}
        </span>
      </button>
    </PagePopup>
  )
}
