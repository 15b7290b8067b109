import type { Melody } from '@andscene/contracts/voices/melody'
import { useEffect, useRef, useState } from 'react'
import type { Trial } from '../trials.ts'
import styles from './like-this.module.css'
import { LIKE_THIS_LIMIT_MS } from './limits.ts'
import { record, type Recording } from './recorder.ts'

type State =
  | { kind: 'idle'; message?: string }
  | { kind: 'asking' | 'reading' }
  | { kind: 'recording'; recording: Recording; startedAt: number }

type Props = {
  /** A plain reading; undefined if the voice cannot follow a recording. */
  trial: Trial | undefined
  /** Whether the present delivery follows a recording. */
  isFollowing: boolean
  onStart: () => void
  onMelody: (melody: Melody | undefined) => void
}

/** Loaded on the first recording: hardly anyone needs it. Before the microphone opens, as it may fail. */
const loadComparison = () =>
  import('./line-melody.ts').catch(() => {
    throw new Error('This part of the page could not be loaded.')
  })

/** "Say it like this" (product §4): records the line and takes its timing and pitch. */
export function LikeThis({ trial, isFollowing, onStart, onMelody }: Props) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const button = useRef<HTMLButtonElement>(null)
  const open = useRef<AbortController>(undefined)
  useEffect(() => {
    const left = new AbortController()
    open.current = left
    return () => left.abort()
  }, [])
  const recording = state.kind === 'recording' ? state.recording : undefined
  useEffect(() => () => recording?.discard(), [recording])

  async function begin() {
    const { signal } = open.current!
    onStart()
    setState({ kind: 'asking' })
    try {
      const { lineMelody } = await loadComparison()
      if (signal.aborted) return
      const begun = await record()
      if (signal.aborted) return begun.discard()
      setState({ kind: 'recording', recording: begun, startedAt: performance.now() })
      const recorded = await begun.recorded
      if (signal.aborted) return
      setState({ kind: 'reading' })
      const melody = await lineMelody(recorded, trial!, signal)
      if (signal.aborted) return
      onMelody(melody)
      setState({ kind: 'idle' })
    } catch (error) {
      if (!signal.aborted)
        setState({ kind: 'idle', message: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <section className={styles.likeThis} aria-label="Say it like this">
      <div className={styles.row}>
        <button
          ref={button}
          type="button"
          className={state.kind === 'recording' ? 'as-button as-button-primary' : 'as-button'}
          disabled={trial === undefined}
          // A disabled button would lose the focus.
          aria-disabled={state.kind === 'asking' || state.kind === 'reading' || undefined}
          onClick={() => {
            if (state.kind === 'recording') state.recording.stop()
            else if (state.kind === 'idle') void begin()
          }}
        >
          {LABELS[state.kind]}
        </button>
        {state.kind === 'recording' && <Meter {...state} />}
        {isFollowing && state.kind === 'idle' && (
          <button
            type="button"
            className="as-button"
            onClick={() => {
              onMelody(undefined)
              button.current?.focus()
            }}
          >
            Remove recording
          </button>
        )}
      </div>
      <output className={styles.hint}>
        {state.kind !== 'idle' ? HINT : (state.message ?? (isFollowing ? FOLLOWING : trial ? HINT : CANNOT))}
      </output>
    </section>
  )
}

const LABELS = {
  idle: 'Say it like this…',
  asking: 'Waiting for the microphone…',
  recording: 'Stop recording',
  reading: 'Reading…',
}
const HINT =
  'Record the line yourself: the voice follows your timing and melody. The recording stays in this browser and is not kept.'
const CANNOT = 'Only natural voices can follow a recording. Assign one to record this line.'
const FOLLOWING = 'The voice follows the timing and melody of your recording.'

/** How loud it is now, and how long it lasts. Moves no more often than the page is painted. */
function Meter({ recording, startedAt }: { recording: Recording; startedAt: number }) {
  const [now, setNow] = useState({ level: 0, ms: 0 })
  useEffect(() => {
    let frame = requestAnimationFrame(function look(at) {
      setNow({ level: recording.level(), ms: Math.max(0, at - startedAt) })
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [recording, startedAt])
  const seconds = Math.floor(now.ms / 1_000)
  return (
    <>
      <meter className={styles.meter} min={0} max={1} value={now.level} aria-label="Level" />
      <span role="timer" className={styles.time}>
        {seconds} of {LIKE_THIS_LIMIT_MS / 1_000} s
      </span>
    </>
  )
}
