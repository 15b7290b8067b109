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
import { usePlainDelivery } from './use-plain-delivery.ts'
import { useToldOfVoiceless } from './use-told-of-voiceless.ts'

/** Explains why playback cannot continue, or that it has ended, with the possible actions (product §8). */
export function usePlaybackMessage(): ReactNode {
  const { player } = useOpenScript()
  const { error, isAtEnd, completions, sleep } = usePlayerState(player)
  const mayCast = useMay('cast')
  const [dismissed, setDismissed] = useState(0)
  useFailureReports()
  useToldOfVoiceless()
  const plain = usePlainDelivery()
  // A missing character voice has a dialog of its own.
  if (error?.kind === 'voice' && (!mayCast || error.missing.role === 'character')) return null
  if (error) return <ErrorMessage error={error} />
  if (sleep?.kind === 'over' || (sleep?.kind === 'time' && sleep.isFading))
    return <SleepMessage isOver={sleep.kind === 'over'} />
  if (isAtEnd && dismissed !== completions) return <EndMessage onDismiss={() => setDismissed(completions)} />
  return plain ? <PlainMessage {...plain} /> : null
}

/** Reports skipped lines once playback continues; if playback stops, the error message lists them. */
function useFailureReports() {
  const { player } = useOpenScript()
  const { state, failedLines } = usePlayerState(player)
  const snackbar = useSnackbar()
  const reported = useRef(failedLines)
  useEffect(() => {
    // Playback has restarted: a line that fails again is reported again.
    if (failedLines.size === 0) reported.current = failedLines
    if (state !== 'playing') return
    const before = reported.current
    reported.current = failedLines
    // One message for all: a second one would replace the first before it is read.
    const failed = [...failedLines].filter((line) => !before.has(line))
    if (failed.length > 0) snackbar.error(failed.map(lineFailed).join('. '))
  }, [state, failedLines, snackbar])
}

/** Replaces 'No lines to play' for users who may not assign voices. */
const UNCAST = 'Nothing to play yet. The writer has not assigned any voices.'

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

function PlainMessage({ text, dismiss }: { text: string; dismiss: () => void }) {
  return (
    <div className={styles.message}>
      <output className={styles.words}>{text}</output>
      <span className={styles.actions}>
        <Dismiss onClick={dismiss} />
      </span>
    </div>
  )
}

function SleepMessage({ isOver }: { isOver: boolean }) {
  const { player } = useOpenScript()
  const end = () => player.setSleep(null)
  return (
    <div className={styles.message}>
      <output className={styles.words}>
        {isOver ? 'Paused by the sleep timer.' : 'The sleep timer is fading out.'}
      </output>
      <span className={styles.actions}>
        {isOver ? <Action onClick={player.play}>Play</Action> : <Action onClick={end}>Keep playing</Action>}
        {isOver && <Dismiss onClick={end} />}
      </span>
    </div>
  )
}

/** Runs the action and focuses the line, because the message with its button disappears. */
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
