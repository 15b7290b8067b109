import { PlayIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { useEffect, useState } from 'react'
import { isActive } from '../player/engine/state.ts'
import { usePlayerState } from '../player/playbacks.ts'
import { AfterPaint } from '../late/late-parts.tsx'
import { useOpenScript } from '../page/open-script.ts'
import { useScriptTimes } from '../page/transport/times/use-script-times.tsx'
import styles from './play-card.module.css'

/** A component of its own: measuring a long script takes a moment, and Play must not wait. */
function Length({ rate }: { rate: number }) {
  return lengthText(useScriptTimes().totalMs(rate))
}

function lengthText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes === 1 ? 'About a minute' : `About ${minutes} minutes`
}

/** The first action after a link is opened. Disappears once anything is played. */
export function PlayCard() {
  const { lines, player } = useOpenScript()
  const snapshot = usePlayerState(player)
  const { line } = snapshot
  const isPlaying = isActive(snapshot)
  const [isDone, setDone] = useState(isPlaying)
  if (isPlaying && !isDone) setDone(true)
  // Loads the first clip once the last position is known, so that Play starts immediately.
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
        {isBegun ? 'Continue listening' : 'Play'}
      </button>
      <p className={parts.hint}>
        {isBegun ? (
          `From line ${line + 1} of ${lines.length}`
        ) : (
          <AfterPaint placeholder={'\u00a0'}>
            <Length rate={snapshot.rate} />
          </AfterPaint>
        )}
      </p>
    </section>
  )
}
