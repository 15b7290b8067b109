import { classNames } from '@andscene/web-kit/class-names'
import { CloseIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { lineFailed, type PlayerError } from '../../player/errors.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { assignDialog } from '../voices/voice-dialogs.tsx'
import { useMay, useOpenScript } from '../open-script.ts'
import { IconButton } from '../transport/icon-button.tsx'
import { focusLineIfLost } from './in-sight.ts'
import styles from './notices.module.css'
import { useToldOfVoiceless } from './use-told-of-voiceless.ts'

/** Why playback cannot continue, or that it has ended, and what can be done about it (product §8). */
export function usePlaybackMessage(): ReactNode {
  const { player } = useOpenScript()
  const { error, isAtEnd, completions } = usePlayerState(player)
  const mayCast = useMay('cast')
  const [dismissed, setDismissed] = useState(0)
  useToldOfFailures()
  useToldOfVoiceless()
  // A character without a voice is asked for in a dialog of its own.
  if (error?.kind === 'voice' && (!mayCast || error.missing.role === 'character')) return null
  if (error) return <ErrorMessage error={error} />
  if (!isAtEnd || dismissed === completions) return null
  return <EndMessage onDismiss={() => setDismissed(completions)} />
}

/** A line that was skipped is reported once playback continues; where playback stops, the message has it all. */
function useToldOfFailures() {
  const { player } = useOpenScript()
  const { state, failedLines } = usePlayerState(player)
  const snackbar = useSnackbar()
  const told = useRef(failedLines)
  useEffect(() => {
    // Playback has restarted: the same line may fail again, and is reported again.
    if (failedLines.size === 0) told.current = failedLines
    if (state !== 'playing') return
    const before = told.current
    told.current = failedLines
    // In one message: a second one would replace the first before it is read.
    const failed = [...failedLines].filter((line) => !before.has(line))
    if (failed.length > 0) snackbar.error(failed.map(lineFailed).join('. '))
  }, [state, failedLines, snackbar])
}

/** Instead of 'No lines to play', to who could not change that. */
const UNCAST = 'There is nothing to hear yet: the writer has not given this script any voices.'

function ErrorMessage({ error }: { error: PlayerError }) {
  const { player } = useOpenScript()
  const mayCast = useMay('cast')
  const isWaiting = error.kind === 'away' && error.isWaiting
  return (
    <div className={classNames(styles.message, error.kind !== 'away' && styles.error)} role="alert">
      <span className={styles.words}>
        <span>{error.kind === 'empty' && !mayCast ? UNCAST : error.text}</span>
        {isWaiting && <span className={parts.hint}>Playback resumes automatically.</span>}
      </span>
      <span className={styles.actions}>
        <Remedy error={error} />
        {isWaiting ? (
          <Action isQuiet onClick={player.clearError}>
            Stay paused
          </Action>
        ) : (
          <Dismiss onClick={player.clearError} />
        )}
      </span>
    </div>
  )
}

function Remedy({ error }: { error: PlayerError }): ReactNode {
  const { player } = useOpenScript()
  switch (error.kind) {
    case 'voice':
      return <Action onClick={() => assignDialog.open()}>Assign Voices</Action>
    case 'away':
      return <Action onClick={player.play}>{error.isWaiting ? 'Retry' : 'Play'}</Action>
    case 'failed':
      return <Action onClick={player.retry}>Retry</Action>
    case 'blocked':
      return <Action onClick={player.retry}>Play</Action>
    default:
      return null
  }
}

function EndMessage({ onDismiss }: { onDismiss: () => void }) {
  const { player } = useOpenScript()
  return (
    <div className={styles.message}>
      <output className={styles.words}>The reading is complete.</output>
      <span className={styles.actions}>
        <Action onClick={player.play}>Start again</Action>
        <Dismiss onClick={onDismiss} />
      </span>
    </div>
  )
}

/** Does it, and gives the focus to the line: the message goes, and what was pressed with it. */
function usePress(act: () => void): () => void {
  const { player } = useOpenScript()
  return () => {
    act()
    requestAnimationFrame(() => focusLineIfLost(player))
  }
}

type ActionProps = { onClick: () => void; isQuiet?: boolean; children: string }

const Action = ({ onClick, isQuiet = false, children }: ActionProps) => (
  <button
    type="button"
    className={classNames('as-button', isQuiet && styles.quiet)}
    onClick={usePress(onClick)}
  >
    {children}
  </button>
)

const Dismiss = ({ onClick }: { onClick: () => void }) => (
  <IconButton name="Dismiss" hint="" size={44} isMuted onClick={usePress(onClick)}>
    <CloseIcon size={20} />
  </IconButton>
)
