import { useEffect, useState } from 'react'
import { BackIcon, DownIcon, UpIcon } from '../../icons.tsx'
import type { Player } from '../../player/engine/player.ts'
import { WAY_BACK_MS } from '../../player/limits.ts'
import { soundSystem } from '../../player/output/sound-system.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { useOpenScript } from '../open-script.ts'
import { focusLine, goBack, lineElement } from './in-sight.ts'
import { useOwnScrolling } from './use-own-scrolling.ts'
import styles from './ways-back.module.css'

/** The button is gone then: the line that it led to has the focus, once its page is drawn. */
function press(player: Player) {
  goBack(player)
  requestAnimationFrame(() => focusLine(player.getSnapshot().line))
}

/** What leads back: after a jump to where playback was, and after the person's own scrolling to the line that is read. */
export function WaysBack() {
  const { player } = useOpenScript().playback
  const { wayBack, isFollowing, line, page } = usePlayerState(player)
  useOwnScrolling(player.scrolled)
  return (
    <>
      {/* It stands there before it says something, or it would not be read out. */}
      <output className="as-visually-hidden">
        {wayBack && `Now at line ${line + 1}. Press B to go back to line ${wayBack.line + 1}.`}
      </output>
      {wayBack && <BackFromJump key={wayBack.offeredAt} line={wayBack.line} />}
      {!wayBack && !isFollowing && line >= 0 && <BackToReading line={line} page={page} />}
    </>
  )
}

/** Offered for 8 s; while it has the pointer or the focus, its time stands still. */
function BackFromJump({ line }: { line: number }) {
  const { player } = useOpenScript().playback
  const [isTouched, setTouched] = useState(false)
  const { clock } = soundSystem
  useEffect(() => {
    if (isTouched) return
    const timer = clock.setTimeout(player.forgetWayBack, WAY_BACK_MS)
    return () => clock.clearTimeout(timer)
  }, [clock, player, isTouched])
  return (
    <button
      type="button"
      className={styles.back}
      title="Back (B)"
      onPointerEnter={() => setTouched(true)}
      onPointerLeave={() => setTouched(false)}
      onFocus={() => setTouched(true)}
      onBlur={() => setTouched(false)}
      onClick={() => press(player)}
    >
      <BackIcon />
      Back to line {line + 1}
    </button>
  )
}

/** There for as long as the page does not follow. */
function BackToReading({ line, page }: { line: number; page: number }) {
  const { player } = useOpenScript().playback
  const isAbove = useIsAbove(line, page)
  return (
    <button
      type="button"
      className={styles.back}
      title="Follow the reading (B)"
      onClick={() => press(player)}
    >
      {isAbove ? <UpIcon /> : <DownIcon />}
      Back to line {line + 1}
    </button>
  )
}

/** Whether a line stands above what is in sight, on this page or an earlier one. */
function useIsAbove(line: number, page: number): boolean {
  const { map } = useOpenScript()
  const [isAbove, setAbove] = useState(false)
  const start = map.pages[page]?.start ?? 0
  useEffect(() => {
    const look = () => {
      const box = lineElement(line)?.getBoundingClientRect()
      setAbove(box ? box.top < innerHeight / 2 : line < start)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [line, start])
  return isAbove
}
