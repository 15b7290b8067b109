import type { NoteRange } from '@andscene/contracts/notes'
import type { Line } from '@andscene/contracts/script'
import { carriedRange } from '@andscene/screenplay/drafts/carried-lines'
import { memo, useMemo } from 'react'
import { hitsOf } from '../../page/find/find-text.ts'
import { LineWords, RunWords } from '../../page/sheet/run-words.tsx'
import { hasStatus } from '../note-filter.ts'
import { segmentsOf, type NotedRange } from './note-segments.ts'
import { useNotesView } from '../notes-view.ts'
import { useThreadsOf } from '../use-store.ts'
import styles from './marks.module.css'

type Props = { line: Line; found: string | undefined; fresh?: readonly NoteRange[] | undefined }

export const NotedWords = memo(function NotedWords({ line, found, fresh }: Props) {
  const { _id: lineId, text } = line
  const threads = useThreadsOf(lineId)
  const status = useNotesView(({ filter }) => filter.status)
  const isWriting = useNotesView(({ opened }) => opened?.lineId === lineId && opened.isWriting)
  const start = useNotesView(({ opened }) => (opened?.lineId === lineId ? opened.range?.start : undefined))
  const end = useNotesView(({ opened }) => (opened?.lineId === lineId ? opened.range?.end : undefined))
  const selected = useNotesView(({ selected: noteId }) => noteId)
  const ranges = useMemo(() => {
    const noted: NotedRange[] = threads.flatMap((thread) => {
      const { _id: noteId, range, quote, colour } = thread.note
      const carried = range && hasStatus(thread, status) && carriedRange(range, quote, text)
      return carried ? [{ ...carried, noteId, colour }] : []
    })
    if (isWriting && start !== undefined && end !== undefined)
      noted.push({ start, end, noteId: '', colour: 'blue' })
    return noted
  }, [threads, status, text, isWriting, start, end])
  if (ranges.length === 0) return <LineWords line={line} found={found} fresh={fresh} />
  const hits = found === undefined ? [] : hitsOf(text, found)
  const marks = { runs: line.styles, hits, fresh, revisions: line.revisions }
  return segmentsOf(text, ranges, marks).map(({ notes, ...part }) => {
    const [first, second] = notes
    const at = part.start
    const words = <RunWords key={at} {...part} />
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
