import { useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { isReachedByTab } from '../../player/device/keyboard.ts'
import { readLocalLine } from '../../player/device/progress-store.ts'
import type { Player } from '../../player/engine/player.ts'
import { isActive } from '../../player/engine/state.ts'
import type { Playback } from '../../player/playback.ts'
import type { StartOfWord } from '../../words/late-words.ts'

type Before = { shown: ReturnType<Player['getSnapshot']>; position: ReturnType<Player['position']> }

/** Restores the state before a click that is the first of a double-click. */
function restore({ player, progress, scriptId }: Playback, index: number, { shown, position }: Before): void {
  const { line } = shown
  if (isActive(shown)) {
    if (position?.line === line) player.seek(position)
    else player.jump(line)
  } else {
    player.stop()
    if (shown.state === 'paused' && position) player.seek(position)
    else player.goToLine(line)
  }
  player.forgetWayBack()
  // A slow double-click: the audio of the first click has started, and its line was stored as the last one.
  if (line >= 0 && line !== index && readLocalLine(scriptId)?.lastPlayedLineIndex === index)
    progress.save(line)
}

/**
 * Plays a line on a plain click or a key (product §2), the current one from the clicked word on. A click that selects
 * words or ends a selection does not play.
 */
export function useLinePress(
  playback: Playback,
  index: number,
  isCurrent: boolean,
  startOfWord: RefObject<StartOfWord | undefined>,
) {
  const { player } = playback
  const endsSelection = useRef(false)
  const beforeClick = useRef<Before>(undefined)
  return {
    onPointerDown() {
      endsSelection.current = getSelection()?.isCollapsed === false
      player.anticipate(index)
    },
    onClick(event: MouseEvent) {
      const { detail } = event
      const isEnd = endsSelection.current || getSelection()?.isCollapsed === false
      endsSelection.current = false
      const before = beforeClick.current
      beforeClick.current = undefined
      // The second click of a double-click selects a word. Waiting for it would delay every single click.
      if (detail > 1) return before && restore(playback, index, before)
      if (isEnd) return
      const position = player.position()
      beforeClick.current = { shown: player.getSnapshot(), position }
      const positionMs = startOfWord.current?.(event)
      if (positionMs === undefined || position?.line !== index) return player.jump(index)
      player.seek({ ...position, positionMs })
      player.play()
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat) return
      if (event.key === ' ' && (isCurrent || !isReachedByTab(event.currentTarget))) player.toggle()
      else player.jump(index)
    },
  }
}
