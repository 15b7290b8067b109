import { useEffect, type RefObject } from 'react'
import { drawWithSound } from '../playing-frames.ts'
import type { Player } from '../../player/engine/player.ts'

/** Share of a line that has been heard, 0 to 1 (product §2). */
export function progressOf(player: Player): number {
  const at = player.position()
  if (!at || at.durationMs <= 0) return 0
  return Math.min(Math.max(at.positionMs / at.durationMs, 0), 1)
}

/**
 * Writes the progress on the element as `--progress`, without rendering anew: again and again while it moves,
 * once while it is paused.
 */
export function useProgressFill(
  target: RefObject<HTMLElement | null>,
  player: Player,
  motion: 'none' | 'moving' | 'still',
) {
  useEffect(() => {
    const element = target.current
    if (motion === 'none' || !element) return
    const draw = () => element.style.setProperty('--progress', progressOf(player).toFixed(4))
    draw()
    const end = motion === 'moving' ? drawWithSound(draw) : undefined
    return () => {
      end?.()
      element.style.removeProperty('--progress')
    }
  }, [target, player, motion])
}
