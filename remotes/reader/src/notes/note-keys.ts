import type { Line } from '@andscene/contracts/script'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { commandOf } from '../player/device/keyboard.ts'
import type { Player } from '../player/engine/player.ts'
import { moveToNote } from './move-to-note.ts'

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

const isText = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')

/** Goes to another note by its key where the keys of the page are not heard: in the list and in cards. True if it did. */
export function pressNoteKey(
  script: { player: Player; lines: readonly Line[]; map: ScriptMap },
  press: Press,
): boolean {
  const command = isText(press.target) ? undefined : commandOf(press)
  if (command !== 'next-note' && command !== 'previous-note') return false
  moveToNote(script, command === 'next-note' ? 'next' : 'previous')
  return true
}
