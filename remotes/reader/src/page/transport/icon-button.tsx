import { classNames } from '@andscene/web-kit/class-names'
import { tip } from '@andscene/web-kit/tooltip'
import type { ComponentProps, CSSProperties } from 'react'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'name' | 'type'> & {
  name: string
  /** The tooltip's text, if it differs from the name; empty for no tooltip. */
  hint?: string
  /** In pixels, if it differs from the size of the surrounding buttons. */
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
