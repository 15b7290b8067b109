import { classNames } from '@andscene/web-kit/class-names'
import { PauseIcon, PlayIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { useRef } from 'react'
import { SAMPLE, SAMPLE_MS } from './sample.ts'
import styles from './script-sheet.module.css'
import { useSample, type SampleState } from './use-sample.ts'

const VOICES = new Set(SAMPLE.flatMap(({ sounding }) => (sounding ? [sounding.voice] : []))).size
const LENGTH = clock(Math.round(SAMPLE_MS / 1_000))

const LABELS: Record<SampleState, string> = {
  rest: 'Hear it',
  loading: 'Pause',
  playing: 'Pause',
  paused: 'Continue',
  failed: 'Hear it',
}

/** A playable page of a script, with the current line and its voice. */
export function ScriptSheet() {
  const { state, seconds, current, line, toggle, prepare } = useSample()
  const sheet = useRef<HTMLElement>(null)
  const sounding = current === undefined ? undefined : SAMPLE[current]?.sounding
  const isOn = state === 'playing' || state === 'loading'

  const press = () => {
    // Keeps the lines visible if the page is higher than the screen.
    if (!isOn)
      sheet.current?.scrollIntoView({
        block: 'nearest',
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
      })
    toggle()
  }

  return (
    <figure ref={sheet} className={styles.sheet}>
      <div className={styles.page}>
        {SAMPLE.map(({ kind, text }, index) => (
          <p
            key={text + index}
            ref={index === current ? (line as React.RefObject<HTMLParagraphElement | null>) : undefined}
            className={styles[kind]}
            data-current={index === current || undefined}
          >
            <span>{text}</span>
          </p>
        ))}
      </div>
      <figcaption className={classNames(parts.row, styles.strip)}>
        <button
          type="button"
          className={classNames(parts.row, styles.play)}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={press}
        >
          {isOn ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
          {LABELS[state]}
        </button>
        {state === 'failed' ? (
          <span className={styles.failure} role="alert">
            The sample could not be played. Please try again.
          </span>
        ) : (
          <>
            <span className={classNames(parts.row, styles.voice)}>
              <span
                className={classNames(parts.row, styles.wave)}
                data-playing={state === 'playing' || undefined}
                aria-hidden="true"
              >
                <i />
                <i />
                <i />
                <i />
              </span>
              {sounding ? (
                <span>
                  {sounding.speaker} <small>{sounding.voice}</small>
                </span>
              ) : (
                <span>
                  {state === 'loading' ? 'Loading...' : 'A scene'} <small>{VOICES} voices</small>
                </span>
              )}
            </span>
            <span className={styles.time}>
              {current === undefined ? LENGTH : `${clock(seconds)} / ${LENGTH}`}
            </span>
          </>
        )}
      </figcaption>
    </figure>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
