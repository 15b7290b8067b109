import { tip } from '@andscene/web-kit/tooltip'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'name' | 'type'> & {
  name: string
  /** The words of the tooltip, where they are not the name. */
  hint?: string
}

/** A button with an icon in place of words. Its class composes that of icon-button.module.css. */
export const IconButton = ({ name, hint = name, ...button }: Props) => (
  <button type="button" aria-label={name} {...tip(hint)} {...button} />
)
