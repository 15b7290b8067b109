import { Popover } from 'antd'
import type { ReactNode } from 'react'
import type { PopupProps } from '../../../late/late-parts.tsx'

type Props = PopupProps & { content: ReactNode; className?: string | undefined }

/** antd's popover below its button; next to the button in the DOM, so that Tab continues from there. */
export const BesideButton = ({ open, onOpen, onClose, content, className, children }: Props) => (
  <Popover
    trigger="click"
    placement="bottom"
    open={open}
    onOpenChange={(next) => (next ? onOpen() : onClose())}
    destroyOnHidden
    classNames={{ root: className ?? '' }}
    getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
    content={content}
  >
    {children}
  </Popover>
)
