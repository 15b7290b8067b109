import type { Line } from '@andscene/contracts/script'
import { readKey, NOTES_PAUSE_KEY, writeKey } from '@andscene/web-kit/storage-keys'
import type { Player } from '../player/engine/player.ts'
import { isActive } from '../player/engine/state.ts'
import { lineElement } from '../page/narration/in-sight.ts'
import { notesView } from './notes-view.ts'
import { selectedCharacters } from './selection.ts'

/** Whether playback is paused while a note is written; kept on the device. */
export const pausesForNotes = (): boolean => readKey(NOTES_PAUSE_KEY) !== 'no'
export const setPausesForNotes = (pauses: boolean) => writeKey(NOTES_PAUSE_KEY, pauses ? 'yes' : 'no')

type Place = { player: Player; lines: readonly Line[] }

/** Opens the editor of a note on a line: on the selected characters, when they are of this line. */
export function beginNote({ player, lines }: Place, index: number, takesFocus = true): void {
  const line = lines[index]
  if (!line) return
  const selected = selectedCharacters()
  const range = selected?.index === index ? selected.range : undefined
  getSelection()?.removeAllRanges()
  const { opened } = notesView.get()
  const isSame = opened?.lineId === line._id && opened.isWriting
  let pausedAt = opened?.pausedAt
  if (isActive(player.getSnapshot()) && pausesForNotes()) {
    player.pause()
    pausedAt = player.getSnapshot().line
  }
  // Its page may not be the one on show.
  if (!lineElement(index)) player.show(index)
  notesView.set({
    opened: {
      lineId: line._id,
      isWriting: true,
      range: range ?? (isSame ? opened.range : undefined),
      isPeek: false,
      takesFocus,
      pausedAt,
    },
  })
}

/** `N`: on what is selected, else on the line that has the focus, else on the current one. */
export function beginNoteHere(place: Place): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-line-index]')?.dataset['lineIndex']
  const index = selectedCharacters()?.index ?? (focused === undefined ? undefined : Number(focused))
  beginNote(place, index ?? lineAtHand(place.player))
}

/** The current line; before anything was played, the first of the page on show. */
function lineAtHand(player: Player): number {
  const { line } = player.getSnapshot()
  if (line >= 0) return line
  return Number(document.querySelector<HTMLElement>('[data-line-index]')?.dataset['lineIndex'] ?? 0)
}

/** Closes the card of a line; what was paused for it goes on, unless something else was done with it since. */
export function closeNote(player: Player): void {
  const { opened } = notesView.get()
  if (!opened) return
  notesView.set({ opened: null })
  const { state, line } = player.getSnapshot()
  if (opened.pausedAt !== undefined && state === 'paused' && line === opened.pausedAt) player.play()
}
