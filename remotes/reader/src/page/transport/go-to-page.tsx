import { InputNumber, Popover } from 'antd'
import { useRef, useState, type FormEvent } from 'react'
import type { Player } from '../../player/engine/player.ts'
import styles from './go-to-page.module.css'
import placeStyles from './place-button.module.css'
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
      content={
        <dialog open className={styles.dialog} aria-label="Go to page">
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
        disabled={isDisabled}
        title="Go to page"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span className={placeStyles.muted}>Page</span>{' '}
        <StepValue value={value} widest={String(total).length} />{' '}
        <span className={placeStyles.muted}>of {total}</span>
      </button>
    </Popover>
  )
}
