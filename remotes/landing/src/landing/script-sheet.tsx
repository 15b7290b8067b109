import { PauseIcon, PlayIcon } from '@andscene/web-kit/icons/actions'
import { useEffect, useState } from 'react'
import { SAMPLE } from './copy.ts'
import styles from './script-sheet.module.css'

/** Time a line takes per character, and at least: about the pace of speech. Milliseconds. */
const PER_CHARACTER_MS = 60
const AT_LEAST_MS = 1_100
const durationOf = (text: string) => Math.max(AT_LEAST_MS, text.length * PER_CHARACTER_MS)
const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The product in one picture: a page of a script, the line that is being read, and whose voice reads it. */
export function ScriptSheet() {
  const [current, setCurrent] = useState(1)
  const [playing, setPlaying] = useState(() => !prefersStill())
  const line = SAMPLE[current]!

  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(
      () => setCurrent((index) => (index + 1) % SAMPLE.length),
      durationOf(SAMPLE[current]!.text),
    )
    return () => clearTimeout(timer)
  }, [playing, current])

  return (
    <figure className={styles.sheet}>
      <div className={styles.page}>
        {SAMPLE.map(({ kind, text }, index) => (
          <p
            key={text + index}
            className={styles[kind]}
            data-current={index === current || undefined}
            data-playing={playing || undefined}
            style={{ '--line-time': `${durationOf(text)}ms` } as React.CSSProperties}
          >
            <span>{text}</span>
          </p>
        ))}
      </div>
      <figcaption className={styles.strip}>
        <button
          type="button"
          className={styles.play}
          aria-label={playing ? 'Pause the example' : 'Play the example'}
          onClick={() => setPlaying(!playing)}
        >
          {playing ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
        </button>
        <span className={styles.voice}>
          <span className={styles.wave} data-playing={playing || undefined} aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
          {line.voice}
        </span>
        <span className={styles.count}>
          Line {current + 1} of {SAMPLE.length}
        </span>
      </figcaption>
    </figure>
  )
}
