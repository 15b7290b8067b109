import { useEffect } from 'react'
import { commandOf, isTaken, type KeyCommand } from '../../player/device/keyboard.ts'
import type { Player } from '../../player/engine/player.ts'
import { goBack } from '../narration/in-sight.ts'
import { shiftRate, step } from './commands.ts'

type Page = {
  lineCount: number
  onFind: () => void
  onHelp: () => void
  /** Of who may write notes. */
  notes?: Record<'note' | 'next-note' | 'previous-note', () => void> | undefined
}

/** A key that is held down moves on and on, but does these once. */
const ONCE: ReadonlySet<KeyCommand> = new Set(['toggle', 'note'])

/** The reader's keys, wherever the focus is on the page, unless what has the focus needs them itself. */
export function useKeys(player: Player, { lineCount, onFind, onHelp, notes }: Page): void {
  useEffect(() => {
    const commands: Partial<Record<KeyCommand, () => void>> = {
      toggle: player.toggle,
      stop: player.stop,
      'next-line': () => step(player, 'line', 'next'),
      'previous-line': () => step(player, 'line', 'previous'),
      'next-scene': () => step(player, 'scene', 'next'),
      'previous-scene': () => step(player, 'scene', 'previous'),
      'next-page': () => step(player, 'page', 'next'),
      'previous-page': () => step(player, 'page', 'previous'),
      'first-line': () => player.goToLine(0),
      'last-line': () => player.goToLine(lineCount - 1),
      faster: () => shiftRate(player, 1),
      slower: () => shiftRate(player, -1),
      find: onFind,
      back: () => goBack(player),
      help: onHelp,
      ...notes,
    }
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (!command || !commands[command] || event.defaultPrevented || isTaken(event.target, command)) return
      event.preventDefault()
      if (!(event.repeat && ONCE.has(command))) commands[command]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [player, lineCount, onFind, onHelp, notes])
}
