import { classNames } from '@andscene/web-kit/class-names'
import { useRef, useState } from 'react'
import { ControlsIcon } from '../../icons.tsx'
import { late } from '../../late/late.tsx'
import type { ControlsProps } from './controls-popup.tsx'
import styles from './playback-strip.module.css'
import { leaves } from './popover-focus.ts'

const ControlsPopup = late((parts) => parts.ControlsPopup)

/** The Controls menu (product §2). */
export function ControlsMenu(props: ControlsProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <ControlsPopup
      {...props}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={close}
      onEscape={() => {
        close()
        button.current?.focus()
      }}
      onBlur={(event) => {
        if (leaves(event, button.current)) close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={classNames('as-button', styles.button)}
        aria-label="Controls"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <ControlsIcon />
        <span className={styles.wide}>Controls</span>
      </button>
    </ControlsPopup>
  )
}
