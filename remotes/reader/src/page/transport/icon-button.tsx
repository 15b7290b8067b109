import { classNames } from '@andscene/web-kit/class-names'
import { tip } from '@andscene/web-kit/tooltip'
import type { ComponentProps, CSSProperties } from 'react'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'name' | 'type'> & {
  name: string
  /** The words of the tooltip, where they are not the name; empty for none. */
  hint?: string
  /** In pixels, where it is not that of the other buttons around it. */
  size?: number
  isMuted?: boolean
}

const sizeOf = (size: number) => ({ '--width': `${size}px`, '--height': `${size}px` }) as CSSProperties

export const IconButton = ({ name, hint = name, size, isMuted, className, ...button }: Props) => (
  <button
    type="button"
    className={classNames(styles.button, isMuted && styles.muted, className)}
    style={size === undefined ? undefined : sizeOf(size)}
    aria-label={name}
    {...tip(hint)}
    {...button}
  />
)
