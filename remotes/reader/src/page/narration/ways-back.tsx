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
import styles from './notices.module.css'

type Props = {
  /** A message has their place. Their time still runs, and B still goes back. */
  isHidden: boolean
}

/** Ways back: after a jump to where playback was, and after the user's own scrolling to the line that is read. */
export function WaysBack({ isHidden }: Props) {
  const { player } = useOpenScript()
  const { wayBack, isFollowing, line, page } = usePlayerState(player)
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
      {!isHidden && (offered ?? (!isFollowing && line >= 0)) && (
        <Back
          key={offered ? 'jump' : 'reading'}
          line={offered?.line ?? line}
          page={page}
          isFromJump={offered !== null}
          onTouch={setTouched}
        />
      )}
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

type BackProps = { line: number; page: number; isFromJump: boolean; onTouch: (isTouched: boolean) => void }

function Back({ line, page, isFromJump, onTouch }: BackProps) {
  const { player } = useOpenScript()
  const isAbove = useIsAbove(line, page)
  const Icon = isFromJump ? BackIcon : isAbove ? UpIcon : DownIcon
  // It may disappear under the pointer, and no event reports that.
  useEffect(() => () => onTouch(false), [onTouch])
  const press = () => {
    goBack(player)
    // The button disappears: the line that it led to gets the focus once its page is rendered.
    requestAnimationFrame(() => focusLine(player.getSnapshot().line))
  }
  return (
    <button
      type="button"
      className={styles.back}
      {...tip(isFromJump ? 'Back (B)' : 'Follow the reading (B)')}
      onPointerEnter={() => onTouch(true)}
      onPointerLeave={() => onTouch(false)}
      onFocus={() => onTouch(true)}
      onBlur={() => onTouch(false)}
      onClick={press}
    >
      <Icon />
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
