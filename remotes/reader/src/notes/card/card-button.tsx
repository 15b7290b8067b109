import type { ComponentProps } from 'react'
import { keepingFocus } from './keeping-focus.ts'
import styles from './thread-card.module.css'

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  look?: 'plain' | 'strong' | 'danger' | 'all' | 'action'
  /** For a press that removes the button: the focus stays in the note. */
  onLeave?: () => void | Promise<void>
}

export const CardButton = ({ look = 'plain', onLeave, ...button }: Props) => (
  <button
    type="button"
    className={styles[look]}
    {...(onLeave && { onClick: keepingFocus(onLeave) })}
    {...button}
  />
)
