import { PlayIcon } from '@andscene/web-kit/icons/actions'
import { useEffect, useState } from 'react'
import { isActive } from '../player/engine/state.ts'
import { usePlayerState } from '../player/playbacks.ts'
import { useOpenScript } from '../page/open-script.ts'
import styles from './play-card.module.css'

/** The one thing to do when a link has been opened. It is gone once it was done, here or anywhere on the page. */
export function PlayCard() {
  const { script, lines, playback } = useOpenScript()
  const { player } = playback
  const snapshot = usePlayerState(player)
  const { line } = snapshot
  const isPlaying = isActive(snapshot)
  const [isDone, setDone] = useState(isPlaying)
  if (isPlaying && !isDone) setDone(true)
  // Once the person's place is known: a press is heard as soon as it can be.
  const next = Math.max(line, 0)
  useEffect(() => {
    if (!isDone) player.warm(next)
  }, [player, next, isDone])
  if (isDone || lines.length === 0) return null
  const isBegun = line > 0
  return (
    <section className={styles.card} aria-label="Listen">
      <button
        type="button"
        className={styles.play}
        onPointerDown={() => player.anticipate(next)}
        onClick={player.play}
      >
        <PlayIcon size={28} />
        {isBegun ? 'Go on listening' : 'Play'}
      </button>
      <p className={styles.what} dir="auto">
        {isBegun ? `From line ${line + 1} of ${lines.length}` : script.title}
      </p>
    </section>
  )
}
