import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { useRef } from 'react'
import { IconButton } from '../../page/transport/icon-button.tsx'
import styles from './recast-line.module.css'

type Props = {
  /** Number of replaced voices; undefined while recasting is offered. */
  replaced: number | undefined
  isPending?: boolean
  error?: string | undefined
  onRecast: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** One line that offers to recast a script with natural voices and, after that, to undo it. */
export function RecastLine({ replaced, isPending = false, error, onRecast, onUndo, onDismiss }: Props) {
  const isDone = replaced !== undefined
  const way = isDone ? 'undo' : 'recast'
  const pressed = useRef<'undo' | 'recast'>(undefined)
  const takeOver = (button: HTMLButtonElement | null) => {
    if (!button || pressed.current === undefined || pressed.current === way) return
    pressed.current = undefined
    button.focus()
  }
  const press = () => {
    if (isPending) return
    pressed.current = way
    if (isDone) onUndo()
    else onRecast()
  }
  return (
    <div className={styles.line}>
      <p className={styles.words}>
        <output>{isDone ? replacedText(replaced) : 'Natural voices are ready. '}</output>
        <button
          key={way}
          ref={takeOver}
          type="button"
          className={styles.way}
          // `disabled` would drop the focus.
          aria-disabled={isPending || undefined}
          aria-label={isPending ? undefined : isDone ? 'Undo the new cast' : 'Recast with natural voices'}
          onClick={press}
        >
          {isPending ? 'Saving…' : isDone ? 'Undo' : 'Recast'}
        </button>
        {error !== undefined && (
          <span className={styles.error} role="alert">
            {error}
          </span>
        )}
      </p>
      <IconButton
        name={isDone ? 'Keep the new cast' : 'Keep current cast'}
        size={28}
        isMuted
        onClick={onDismiss}
      >
        <CloseIcon size={16} />
      </IconButton>
    </div>
  )
}

export const replacedText = (replaced: number) =>
  `${replaced === 1 ? '1 voice was' : `${replaced} voices were`} replaced by natural voices. `
