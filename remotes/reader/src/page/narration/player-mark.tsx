import { useEffect, useRef } from 'react'
import { usePlayerState } from '../../player/playbacks.ts'
import { drawWithSound } from '../playing-frames.ts'
import { useOpenScript } from '../open-script.ts'

/** What is audible, for tests and tools: the line, and the point in its clip at 1×. */
export function PlayerMark() {
  const { player } = useOpenScript().playback
  const { state, line } = usePlayerState(player)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const write = () => {
      // Line and point are read together: between them another line may have begun.
      const at = player.position()
      element.dataset.line = String(at?.line ?? line)
      element.dataset.positionMs = String(Math.round(at?.positionMs ?? 0))
    }
    write()
    return state === 'playing' ? drawWithSound(write) : undefined
  }, [player, state, line])
  return <div ref={mark} hidden data-testid="player" data-state={state} />
}
