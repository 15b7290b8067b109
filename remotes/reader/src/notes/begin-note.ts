import type { Line } from '@andscene/contracts/script'
import { NOTE_TIME_LIMIT_MS } from '@andscene/contracts/limits'
import { readKey, NOTES_PAUSE_KEY, writeKey } from '@andscene/web-kit/storage-keys'
import type { Player } from '../player/engine/player.ts'
import { isActive } from '../player/engine/state.ts'
import { lineElement } from '../page/narration/in-sight.ts'
import { presentNotes } from './use-store.ts'
import { notesView } from './notes-view.ts'
import { selectedCharacters } from './marks/selection.ts'
import { idOf, type DraftPlace } from './store/drafts.ts'

export const pausesForNotes = (): boolean => readKey(NOTES_PAUSE_KEY) !== 'no'
export const setPausesForNotes = (pauses: boolean) => writeKey(NOTES_PAUSE_KEY, pauses ? 'yes' : 'no')

type Place = { player: Player; lines: readonly Line[] }

export function beginNote({ player, lines }: Place, index: number): void {
  const line = lines[index]
  if (!line) return
  const selected = selectedCharacters()
  const range = selected?.index === index ? selected.range : undefined
  getSelection()?.removeAllRanges()
  const { opened } = notesView.get()
  const isSame = opened?.lineId === line._id && opened.isWriting
  const before = isSame ? opened : presentNotes()?.drafts.get(`line:${line._id}`)
  const atMs = before || range ? before?.atMs : timeIn(player, index)
  let pausedAt = opened?.pausedAt
  if (isActive(player.getSnapshot()) && pausesForNotes()) {
    player.pause()
    pausedAt = player.getSnapshot().line
  }
  // The line may be on another page than the visible one.
  if (!lineElement(index)) player.show(index)
  notesView.open(line._id, { isWriting: true, range: range ?? before?.range, atMs, pausedAt })
}

/** The playback position in this line, in milliseconds at 1×; undefined if another line is playing or paused. */
function timeIn(player: Player, index: number): number | undefined {
  const position = player.position()
  return position?.line === index ? Math.min(Math.round(position.positionMs), NOTE_TIME_LIMIT_MS) : undefined
}

export function continueNote(script: Place, index: number, place: DraftPlace): void {
  const line = script.lines[index]
  if (!line) return
  if (place.startsWith('line:')) return beginNote(script, index)
  notesView.set({ selected: idOf(place) })
  notesView.open(line._id)
}

/** For the `N` key and the button: uses the selected text, else the playing line, else the line with the focus. */
export function beginNoteHere(place: Place): void {
  beginNote(place, selectedCharacters()?.index ?? lineHeard(place.player) ?? lineAtHand(place.player))
}

/** While playing: the audible or last audible line; before the first sound, the line about to start. */
function lineHeard(player: Player): number | undefined {
  const shown = player.getSnapshot()
  return isActive(shown) ? (player.position()?.line ?? shown.line) : undefined
}

/** The focused line, else the current line, else the first line on the visible page. */
function lineAtHand(player: Player): number {
  const focused = document.activeElement?.closest<HTMLElement>('[data-line-index]')?.dataset['lineIndex']
  if (focused !== undefined) return Number(focused)
  const { line } = player.getSnapshot()
  if (line >= 0) return line
  return Number(document.querySelector<HTMLElement>('[data-line-index]')?.dataset['lineIndex'] ?? 0)
}

/** Closes a line's card. Resumes playback that was paused for the note, unless the user has moved to another line. */
export function closeNote(player: Player): void {
  const { opened } = notesView.get()
  if (!opened) return
  notesView.set({ opened: null })
  const { state, line } = player.getSnapshot()
  if (opened.pausedAt !== undefined && state === 'paused' && line === opened.pausedAt) player.play()
}
