import { tip } from '@andscene/web-kit/tooltip'
import { InputNumber, Popover } from 'antd'
import { useRef, useState, type FormEvent } from 'react'
import type { Player } from '../../player/engine/player.ts'
import styles from './go-to-page.module.css'
import placeStyles from './place-button.module.css'
import { leaves } from './popover-focus.ts'
import { StepValue } from './stepper.tsx'
import type { Step } from './listener-place.ts'

type Props = { player: Player; step: Step; isDisabled: boolean }

/** The page number; a click on it asks for another. */
export function GoToPage({ player, step, isDisabled }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState<number | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { value, total = 1 } = step
  const open = (next: boolean) => {
    setWanted(Number(value))
    setOpen(next)
    // Where it was before; a click elsewhere takes it there next.
    if (!next) button.current?.focus()
  }
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== null) player.goToPage(Math.min(Math.max(wanted, 1), total) - 1)
    open(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={open}
      destroyOnHidden
      // Beside its button in the page, so that Tab goes on from there.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      content={
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Tab that leads out of it closes it
        <dialog
          open
          className={styles.dialog}
          aria-label="Go to page"
          onBlur={(event) => {
            if (leaves(event, button.current)) setOpen(false)
          }}
        >
          <form className={styles.form} onSubmit={go}>
            <InputNumber
              autoFocus
              onFocus={(event) => event.target.select()}
              aria-label="Page"
              min={1}
              max={total}
              precision={0}
              value={wanted}
              onChange={setWanted}
            />
            <button type="submit" className="as-button as-button-primary">
              Go
            </button>
          </form>
        </dialog>
      }
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
    </Popover>
  )
}
