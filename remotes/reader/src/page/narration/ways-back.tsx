import { tip } from '@andscene/web-kit/tooltip'
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

/** The button disappears: the line that it led to gets the focus once its page is rendered. */
function press(player: Player) {
  goBack(player)
  requestAnimationFrame(() => focusLine(player.getSnapshot().line))
}

type Props = {
  /** A message has their place. Their time still runs, and B still goes back. */
  isHidden: boolean
}

/** Ways back: after a jump to where playback was, and after the user's own scrolling to the line that is read. */
export function WaysBack({ isHidden }: Props) {
  const { player } = useOpenScript()
  const { wayBack, isFollowing, line, page } = usePlayerState(player)
  /** It has the pointer or the focus. */
  const [isTouched, setTouched] = useState(false)
  useOwnScrolling(player.scrolled)
  const offered = wayBack?.isOffered ? wayBack : null
  useWayBackEnd(player, offered?.offeredAt, isTouched)
  return (
    <>
      {/* In the page before it has words, or they would not be announced. */}
      <output className="as-visually-hidden">
        {wayBack && `Now at line ${wayBack.from + 1}. Press B to go back to line ${wayBack.line + 1}.`}
      </output>
      {!isHidden && offered && <BackFromJump line={offered.line} onTouch={setTouched} />}
      {!isHidden && !offered && !isFollowing && line >= 0 && <BackToReading line={line} page={page} />}
    </>
  )
}

/** A way back is offered for 8 s after the last move; the time stops while it has the pointer or the focus. */
function useWayBackEnd(player: Player, offeredAt: number | undefined, isTouched: boolean): void {
  const { clock } = soundSystem
  useEffect(() => {
    if (offeredAt === undefined || isTouched) return
    const timer = clock.setTimeout(player.forgetWayBack, WAY_BACK_MS)
    return () => clock.clearTimeout(timer)
  }, [clock, player, offeredAt, isTouched])
}

function BackFromJump({ line, onTouch }: { line: number; onTouch: (isTouched: boolean) => void }) {
  const { player } = useOpenScript()
  // It may disappear under the pointer, and no event reports that.
  useEffect(() => () => onTouch(false), [onTouch])
  return (
    <button
      type="button"
      className={styles.back}
      {...tip('Back (B)')}
      onPointerEnter={() => onTouch(true)}
      onPointerLeave={() => onTouch(false)}
      onFocus={() => onTouch(true)}
      onBlur={() => onTouch(false)}
      onClick={() => press(player)}
    >
      <BackIcon />
      Back to line {line + 1}
    </button>
  )
}

/** There for as long as the page does not follow. */
function BackToReading({ line, page }: { line: number; page: number }) {
  const { player } = useOpenScript()
  const isAbove = useIsAbove(line, page)
  return (
    <button
      type="button"
      className={styles.back}
      {...tip('Follow the reading (B)')}
      onClick={() => press(player)}
    >
      {isAbove ? <UpIcon /> : <DownIcon />}
      Back to line {line + 1}
    </button>
  )
}

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
