import type { Direction } from '@andscene/screenplay/navigation'
import { useEffect } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { commandOf, isTaken, type KeyCommand } from '../../player/device/keyboard.ts'
import type { Player } from '../../player/engine/player.ts'
import { isActive } from '../../player/engine/state.ts'
import { endHearing, type Hearing } from './hearing.ts'

/** Plays the next or the previous change; the same one again from a line within it. */
export function moveToPlace(player: Player, direction: Direction): void {
  player.move('scene', direction)
  player.play()
}

/** While changes are heard, keys that play, stop and move act on them, before the page sees them. */
export function useHearKeys({ kind, player }: Hearing): void {
  const { player: script } = useOpenScript()
  useEffect(() => {
    const commands: Partial<Record<KeyCommand, () => void>> = {
      toggle: player.toggle,
      stop: endHearing,
      ...(kind === 'changes' && {
        'next-change': () => moveToPlace(player, 'next'),
        'previous-change': () => moveToPlace(player, 'previous'),
      }),
    }
    const press = (event: KeyboardEvent) => {
      const isEscape = event.key === 'Escape'
      const command = isEscape ? 'stop' : commandOf(event)
      if (!command || !commands[command] || event.defaultPrevented || isTaken(event.target, command)) return
      // The script is played, and its sound has paused this one.
      if (isActive(script.getSnapshot()) && command !== 'next-change' && command !== 'previous-change') return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!event.repeat) commands[command]()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [kind, player, script])
}
