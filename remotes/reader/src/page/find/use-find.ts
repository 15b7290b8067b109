import { useCallback, useRef, useState } from 'react'
import type { Player } from '../../player/engine/player.ts'
import { isReading } from '../../player/engine/state.ts'
import { bringIntoSight, focusLine, lineElement } from '../narration/in-sight.ts'
import type { Hit, Place } from './find-bar.tsx'

export function useFind(player: Player) {
  const [isOpen, setOpen] = useState(false)
  const [hit, setHit] = useState<Hit | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const open = useCallback(() => {
    setOpen(true)
    // The search may already be open, with the focus elsewhere.
    field.current?.select()
    field.current?.focus()
  }, [])
  const close = () => {
    setOpen(false)
    setHit(null)
  }
  const onPlay = (line: number) => {
    close()
    focusLine(line)
  }
  const onReturn = ({ top }: Place) => {
    close()
    // The page renders first, and then scrolls to the match.
    afterFrames(2, () => {
      const snapshot = player.getSnapshot()
      if (isReading(snapshot)) bringIntoSight(lineElement(snapshot.line))
      else scrollTo({ top, behavior: 'instant' })
      // With the focus on the current line, space plays it.
      if (!focusLine(snapshot.line)) button.current?.focus()
    })
  }
  return { isOpen, hit, open, button, bar: { field, onHit: setHit, onPlay, onReturn } }
}

function afterFrames(count: number, run: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, run) : run()))
}
