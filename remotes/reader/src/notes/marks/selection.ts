import type { NoteRange } from '@andscene/contracts/notes'
import { offsetIn } from '../../page/sheet/offset-in.ts'

export type SelectedCharacters = { index: number; range: NoteRange }

function trimmed(text: string, start: number, end: number): NoteRange | undefined {
  const words = text.slice(start, end)
  const first = start + words.length - words.trimStart().length
  const last = end - (words.length - words.trimEnd().length)
  return first < last ? { start: first, end: last } : undefined
}

/** The selected characters of a line; if several lines are selected, of the first one. */
export function selectedCharacters(selection = getSelection()): SelectedCharacters | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  for (const row of document.querySelectorAll<HTMLElement>('[data-line-index]')) {
    const words = row.querySelector('[data-words]')
    if (!words) continue
    const start = offsetIn(words, startContainer, startOffset)
    const end = offsetIn(words, endContainer, endOffset)
    const range = trimmed(words.textContent, start, end)
    if (range) return { index: Number(row.dataset['lineIndex']), range }
  }
  return undefined
}
