import { classNames } from '@andscene/web-kit/class-names'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import type { PopupProps } from '../../../late/late-parts.tsx'
import styles from './popover.module.css'

type Props = PopupProps & { label: string; className?: string | undefined; content: ReactNode }

/** A dialog below its button, and next to it in the DOM, so that Tab continues from there. */
export const BesideButton = ({
  open,
  onOpen,
  onClose,
  onBlur,
  label,
  className,
  content,
  children,
}: Props) => (
  <Popover
    trigger="click"
    placement="bottom"
    open={open}
    onOpenChange={(next) => (next ? onOpen() : onClose())}
    destroyOnHidden
    classNames={{ root: styles.popup ?? '' }}
    getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
    content={
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, and Tab that leads out of it, close it
      <dialog
        open
        tabIndex={-1}
        className={classNames(styles.dialog, className)}
        aria-label={label}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
      >
        {content}
      </dialog>
    }
  >
    {children}
  </Popover>
)
