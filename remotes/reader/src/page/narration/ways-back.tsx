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
  /** A message takes the place of the buttons. Their timer keeps running, and B still works. */
  isHidden: boolean
}

/** Buttons to go back: after a jump to the former position, and after scrolling to the current line. */
export function WaysBack({ isHidden }: Props) {
  const { player } = useOpenScript()
  const { wayBack, isFollowing, line, page } = usePlayerState(player)
  const [isTouched, setTouched] = useState(false)
  useOwnScrolling(player.scrolled)
  const offered = wayBack?.isOffered ? wayBack : null
  useWayBackEnd(player, offered?.offeredAt, isTouched)
  return (
    <>
      {/* Rendered while empty: screen readers only announce changes of an existing element. */}
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

/** Ends the offer 8 s after the last move; hovering or focusing it stops the timer. */
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
  // The button may be removed under the pointer, which fires no event.
  useEffect(() => () => onTouch(false), [onTouch])
  const press = () => {
    goBack(player)
    // The button disappears: focus the target line once its page is rendered.
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
