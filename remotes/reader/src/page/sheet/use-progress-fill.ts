import { useEffect, type RefObject } from 'react'
import type { Player } from '../../player/engine/player.ts'

/** Returns how much of a line has been heard, 0 to 1 (product §2). */
export function progressOf(player: Player): number {
  const at = player.position()
  if (!at || at.durationMs <= 0) return 0
  return Math.min(Math.max(at.positionMs / at.durationMs, 0), 1)
}

/** Writes the progress to `--progress` without a render: repeatedly while it moves, once while paused. */
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

/** Redraw interval during playback: a shorter one is hardly visible and takes CPU time from the audio. */
const DRAWN_EVERY_MS = 50

/** Draws repeatedly while the page is visible. Returns a function that stops it. */
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
