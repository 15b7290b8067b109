import { useCallback, useRef, useState, type Ref } from 'react'
import { useOpenScript } from '../open-script.ts'
import styles from './playback-progress.module.css'
import { useWait } from './use-wait.ts'
import { ReadingMenu, SpeedMenu } from './menus/choice-menu.tsx'
import { SleepMenu } from './sleep/sleep-menu.tsx'
import { SceneBar } from './places/scene-bar.tsx'
import { clockText } from './places/whereabouts.ts'
import { useElapsed, useQuietTimes } from './times/use-script-times.tsx'
import { BackTenIcon, ForwardTenIcon } from '../../icons.tsx'
import { IconButton } from './icon-button.tsx'
import { seekBy, SEEK_MS } from './times/moves.ts'

/** Writes a text only if it changed: most frames change nothing. */
export function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

export const shareOf = (elapsedMs: number, totalMs: number): string =>
  (totalMs > 0 ? elapsedMs / totalMs : 0).toFixed(4)

export function PlaybackProgress() {
  const { map, player } = useOpenScript()
  const row = useRef<HTMLDivElement>(null)
  const elapsed = useRef<HTMLSpanElement>(null)
  const remaining = useRef<HTMLSpanElement>(null)
  const total = useRef<HTMLSpanElement>(null)
  const draw = useCallback((elapsedMs: number, totalMs: number) => {
    row.current?.style.setProperty('--heard', shareOf(elapsedMs, totalMs))
    write(elapsed.current, clockText(elapsedMs))
    // Rounded so that elapsed and remaining add up to the total.
    const left = Math.floor(totalMs / 1_000) - Math.floor(elapsedMs / 1_000)
    write(remaining.current, clockText(left * 1_000))
    write(total.current, clockText(totalMs))
  }, [])
  useElapsed(player, draw)
  if (map.lineCount === 0) return null
  return (
    <div ref={row} className={styles.progress}>
      <div className={styles.time}>
        <Time label="Elapsed" ref={elapsed} />
        <SceneBar />
        <span className={styles.rest}>
          <span>
            <Time label="Remaining" ref={remaining} />
            <span aria-hidden="true"> left</span>
          </span>
          <span className={styles.total}>
            <span aria-hidden="true">of </span>
            <Time label="Total" ref={total} />
          </span>
          <WaitNotice />
        </span>
      </div>
      <SeekButtons />
      <span className={styles.choices}>
        <ReadingMenu />
        <SpeedMenu player={player} />
        <SleepMenu />
      </span>
    </div>
  )
}

/** Explains why playback is silent, over the remaining time. Screen readers announce each kind of wait once. */
function WaitNotice() {
  const wait = useWait()
  const [read, setRead] = useState(wait)
  if (read?.kind !== wait?.kind) setRead(wait)
  return (
    <>
      {wait && (
        <span className={styles.wait} aria-hidden="true">
          {wait.text}
        </span>
      )}
      <output className="as-visually-hidden">{read?.text}</output>
    </>
  )
}

export function PlaybackProgressRoom() {
  const { map } = useOpenScript()
  return map.lineCount > 0 && <div className={styles.room} aria-hidden="true" />
}

/** Its text is written through the ref every second. */
function Time({ label, ref }: { label: string; ref: Ref<HTMLSpanElement> }) {
  return <span ref={ref} role="timer" aria-label={label} />
}

export function SeekButtons() {
  const { player } = useOpenScript()
  const times = useQuietTimes()
  const seek = (ms: number) => seekBy(player, times, ms)
  return (
    <span className={styles.seek}>
      <IconButton name="Back 10 seconds" hint="Back 10 seconds (J)" onClick={() => seek(-SEEK_MS)}>
        <BackTenIcon />
      </IconButton>
      <IconButton name="Forward 10 seconds" hint="Forward 10 seconds (L)" onClick={() => seek(SEEK_MS)}>
        <ForwardTenIcon />
      </IconButton>
    </span>
  )
}
