import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useRef } from 'react'
import { lineFailed } from '../../player/errors.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { assignDialog } from '../voices/assign-dialog.ts'
import styles from './playback-message.module.css'
import { useOpenScript } from '../open-script.ts'

/** Why playback cannot go on, in the page (product §8; never an alert), and what can be done about it. */
export function PlaybackMessage() {
  const { player } = useOpenScript().playback
  const { state, error, failedLines, completions } = usePlayerState(player)
  const snackbar = useSnackbar()
  const told = useRef(failedLines)
  const ended = useRef(completions)

  // A line that was passed over is told of once playback goes on; where it ends, the message below says it all.
  useEffect(() => {
    // Playing has begun anew: the same line may fail again, and is told of again.
    if (failedLines.size === 0) told.current = failedLines
    if (state !== 'playing') return
    const before = told.current
    told.current = failedLines
    for (const line of failedLines) if (!before.has(line)) snackbar.error(lineFailed(line))
  }, [state, failedLines, snackbar])
  useEffect(() => {
    if (completions > ended.current) snackbar.success('The reading is complete.')
    ended.current = completions
  }, [completions, snackbar])

  // A character without a voice is asked for in a dialog of its own.
  if (!error || (error.kind === 'voice' && error.missing.role === 'character')) return null
  return (
    <div className={styles.message} role="alert">
      <span className={styles.words}>{error.text}</span>
      {error.kind === 'voice' && (
        <button type="button" className="as-button" onClick={() => assignDialog.open()}>
          Assign Voices
        </button>
      )}
      {(error.kind === 'failed' || error.kind === 'blocked') && (
        <button type="button" className="as-button" onClick={player.retry}>
          {error.kind === 'blocked' ? 'Play' : 'Retry'}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={player.clearError}>
        <CloseIcon size={20} />
      </button>
    </div>
  )
}
