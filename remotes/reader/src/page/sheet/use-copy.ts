import type { Line } from '@andscene/contracts/script'
import { useEffect } from 'react'
import { copiedText, type CopiedLine } from './copied-text.ts'
import { offsetIn } from './offset-in.ts'

/** The selected characters of each line on the page, in order. */
function selectedLines(lines: readonly Line[], selection: Selection): CopiedLine[] {
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const selected: CopiedLine[] = []
  for (const row of document.querySelectorAll<HTMLElement>('[data-line-index]')) {
    const line = lines[Number(row.dataset['lineIndex'])]
    const words = row.querySelector('[data-words]')
    if (!line || !words) continue
    const start = offsetIn(words, startContainer, startOffset)
    const end = offsetIn(words, endContainer, endOffset)
    if (start < end) selected.push({ line, start, end })
  }
  return selected
}

/** Copies only the script's text of selected lines, as plain text: not the chips and notes between them (product §2). */
export function useCopy(lines: readonly Line[]): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selection = getSelection()
      const isField = event.target instanceof Element && event.target.closest('input, textarea')
      if (isField || !selection || selection.isCollapsed || event.defaultPrevented) return
      const selected = selectedLines(lines, selection)
      if (selected.length === 0) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copiedText(selected))
    }
    addEventListener('copy', copy)
    return () => removeEventListener('copy', copy)
  }, [lines])
}
