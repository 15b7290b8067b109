import type { Line } from '@andscene/contracts/script'
import { heardText } from '@andscene/screenplay/heard-text'
import { useEffect } from 'react'
import { commandOf, isTaken, type KeyCommand } from '../../player/device/keyboard.ts'
import type { Player } from '../../player/engine/player.ts'
import { goBack } from '../narration/in-sight.ts'
import { shiftRate, step, seekBy, SEEK_MS, seekTo } from './times/moves.ts'
import type { ScriptTimes } from './times/script-times.ts'
import { connectMediaSession } from '../../player/device/media-session.ts'
import { useOtherMedia } from '../../player/device/other-media.ts'
import { useOpenScript } from '../open-script.ts'
import { elapsedMs, useQuietTimes } from './times/use-script-times.tsx'

type Page = {
  lineCount: number
  times: ScriptTimes
  onFind: () => void
  onHelp: () => void
  /** For users who may cast. */
  casting?: Record<'direct' | 'pronounce', () => void> | undefined
  changes?: Record<'next-change' | 'previous-change' | 'hear-change', () => void> | undefined
  notes?: Record<'note' | 'next-note' | 'previous-note', () => void> | undefined
}

/** These run once per press; other keys repeat while held. */
const ONCE: ReadonlySet<KeyCommand> = new Set(['toggle', 'note', 'direct', 'pronounce', 'hear-change'])
/** Each of these loads audio, so they repeat less often. */
const SEEKS: ReadonlySet<KeyCommand> = new Set(['back-10', 'forward-10'])
const SEEK_REPEAT_MS = 250

/** Shift with an arrow key changes a text selection. */
const changesSelection = (event: KeyboardEvent) =>
  event.shiftKey && event.key.startsWith('Arrow') && getSelection()?.isCollapsed === false

/** Handles the reader's keys for the whole page, unless the focused element uses them itself. */
export function useKeys(
  player: Player,
  { lineCount, times, onFind, onHelp, casting, notes, changes }: Page,
): void {
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
      'back-10': () => seekBy(player, times, -SEEK_MS),
      'forward-10': () => seekBy(player, times, SEEK_MS),
      'first-line': () => player.goToLine(0),
      'last-line': () => player.goToLine(lineCount - 1),
      faster: () => shiftRate(player, 1),
      slower: () => shiftRate(player, -1),
      find: onFind,
      back: () => goBack(player),
      help: onHelp,
      ...casting,
      ...notes,
      ...changes,
    }
    let soughtAt = 0
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (!command || !commands[command] || event.defaultPrevented || isTaken(event.target, command)) return
      if (SEEKS.has(command) && changesSelection(event)) return
      event.preventDefault()
      if (
        event.repeat &&
        (ONCE.has(command) || (SEEKS.has(command) && event.timeStamp - soughtAt < SEEK_REPEAT_MS))
      )
        return
      soughtAt = event.timeStamp
      commands[command]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [player, lineCount, times, onFind, onHelp, casting, notes, changes])
}

/** What the lock screen shows of a line. */
export const mediaText = (line: Line | undefined, title: string) => ({
  title: (line && heardText(line)) || title,
  artist: line?.character ?? '',
  album: title,
})

export function useMediaKeys(): void {
  const { lines, script, player } = useOpenScript()
  const { title } = script
  const times = useQuietTimes()
  const other = useOtherMedia()
  useEffect(
    () =>
      connectMediaSession(
        other ?? {
          player,
          describe: (line) => mediaText(lines[line], title),
          time: {
            elapsedMs: () => elapsedMs(times, player),
            totalMs: () => times.totalMs(player.getSnapshot().rate),
            seekBy: (ms) => seekBy(player, times, ms),
            seekTo: (ms) => seekTo(player, times, ms),
            subscribe: times.subscribe,
          },
        },
      ),
    [player, lines, title, times, other],
  )
}
