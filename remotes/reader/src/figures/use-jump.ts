import { useCallback } from 'react'
import { bringIntoSight, focusLine, lineElement } from '../page/narration/in-sight.ts'
import { isWide } from '../page/breakpoints.ts'
import { useOpenScript } from '../page/open-script.ts'
import { seekLine } from '../page/transport/times/moves.ts'
import { figuresView } from './figures-view.ts'

/** Returns a function that moves to a line, and closes the figures if they cover the script. */
export function useJump(): (line: number) => void {
  const { player } = useOpenScript()
  return useCallback(
    (line: number) => {
      const covers = !isWide()
      if (covers) figuresView.close()
      seekLine(player, line)
      // Once its page is rendered, and the dialog has returned the focus.
      requestAnimationFrame(() => {
        bringIntoSight(lineElement(line))
        if (covers) focusLine(line)
      })
    },
    [player],
  )
}
