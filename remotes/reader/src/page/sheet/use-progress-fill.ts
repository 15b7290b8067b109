import { useEffect, type RefObject } from 'react'
import type { Player } from '../../player/engine/player.ts'

/** Share of a line that has been heard, 0 to 1 (product §2). */
export function progressOf(player: Player): number {
  const at = player.position()
  if (!at || at.durationMs <= 0) return 0
  return Math.min(Math.max(at.positionMs / at.durationMs, 0), 1)
}

/** Writes the progress as `--progress`, without a render: repeatedly while it moves, once while it is paused. */
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

/** Interval of drawing during playback: more is hardly visible, and costs processor time that the sound needs. */
const DRAWN_EVERY_MS = 50

/** Draws with the sound, again and again while the page is seen. Returns the end of it. */
export function drawWithSound(draw: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const again = () => {
    timer = setTimeout(() => (frame = requestAnimationFrame(next)), DRAWN_EVERY_MS)
  }
  const next = () => {
    draw()
    again()
  }
  again()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
