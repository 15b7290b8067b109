import { classNames } from '@andscene/web-kit/class-names'
import { ControlsIcon } from '../../icons.tsx'
import { late } from '../../late/late.tsx'
import { usePopup } from '../../late/use-popup.ts'
import type { ControlsProps } from './controls-popup.tsx'
import styles from './playback-strip.module.css'

const ControlsPopup = late((parts) => parts.ControlsPopup)

/** The Controls menu (product §2). */
export function ControlsMenu(props: ControlsProps) {
  const { button, popup } = usePopup()
  return (
    <ControlsPopup {...props} {...popup}>
      <button
        ref={button}
        type="button"
        className={classNames('as-button', styles.button)}
        aria-label="Controls"
        aria-haspopup="dialog"
        aria-expanded={popup.open}
      >
        <ControlsIcon />
        <span className={styles.wide}>Controls</span>
      </button>
    </ControlsPopup>
  )
}
