import type { NoteRange } from '@andscene/contracts/notes'
import { memo, useMemo } from 'react'
import { markWords } from '../../page/find/find-text.ts'
import { hasStatus } from '../note-filter.ts'
import { isInPlace, segmentsOf, type NotedRange } from './note-segments.ts'
import { useNotesView } from '../notes-view.ts'
import { useThreadsOf } from '../use-store.ts'
import styles from './marks.module.css'

type Props = { lineId: string; text: string; found: string | undefined }

export const NotedWords = memo(function NotedWords({ lineId, text, found }: Props) {
  const threads = useThreadsOf(lineId)
  const status = useNotesView(({ filter }) => filter.status)
  const isWriting = useNotesView(({ opened }) => opened?.lineId === lineId && opened.isWriting)
  const start = useNotesView(({ opened }) => (opened?.lineId === lineId ? opened.range?.start : undefined))
  const end = useNotesView(({ opened }) => (opened?.lineId === lineId ? opened.range?.end : undefined))
  const selected = useNotesView(({ selected: noteId }) => noteId)
  const ranges = useMemo(() => {
    const noted: NotedRange[] = threads.flatMap((thread) => {
      const { _id: noteId, range, quote, colour } = thread.note
      const isShown = range && hasStatus(thread, status) && isInPlace(text, range, quote)
      return isShown ? [{ ...range, noteId, colour }] : []
    })
    if (isWriting && start !== undefined && end !== undefined)
      noted.push({ start, end, noteId: '', colour: 'blue' })
    return noted
  }, [threads, status, text, isWriting, start, end])
  if (ranges.length === 0 && found === undefined) return text
  const hits = found === undefined ? [] : hitsOf(text, found)
  return segmentsOf(text, ranges, hits).map(({ start: at, text: part, notes, isHit }) => {
    const [first, second] = notes
    const words = isHit ? <mark key={at}>{part}</mark> : part
    if (!first) return words
    return (
      <span
        key={at}
        className={styles.noted}
        data-note-colour={first.colour}
        data-over={second ? '' : undefined}
        data-selected={notes.some(({ noteId }) => noteId === selected || noteId === '') || undefined}
      >
        {second ? (
          <span className={styles.over} data-note-colour={second.colour}>
            {words}
          </span>
        ) : (
          words
        )}
      </span>
    )
  })
})

function hitsOf(text: string, found: string): NoteRange[] {
  let at = 0
  return markWords(text, found).flatMap(({ text: part, isHit }) => {
    const start = at
    at += part.length
    return isHit ? [{ start, end: at }] : []
  })
}
