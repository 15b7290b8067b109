import type { Note } from '@andscene/contracts/notes'
import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { CloseIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { useMemo, useState } from 'react'
import { useIsPhone } from '../../page/breakpoints.ts'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { RunWords } from '../../page/sheet/run-words.tsx'
import { partsOf } from '../../page/sheet/text-parts.ts'
import { ModalDialog } from '../modal-dialog.tsx'
import { useOpenScript } from '../../page/open-script.ts'
import { pageOfLine } from '@andscene/screenplay/paging'
import { nameText } from '../author.tsx'
import { carriedRange } from '@andscene/screenplay/drafts/carried-lines'
import { useLostLines } from '../../drafts/lost-lines.ts'
import { filterThreads, indexesOf, type PlacedThread } from '../note-filter.ts'
import { DownloadIcon, ReportIcon } from '../../icons.tsx'
import { shortTime } from '../note-time.ts'
import { ALL_OPEN, notesView, type NotesFilter } from '../notes-view.ts'
import type { NoteView } from '../store/threads.ts'
import { useSnapshot } from '../use-store.ts'
import styles from './notes-report.module.css'
import { byScene, notesCsv } from './report-rows.ts'
import { fileName, saveFile } from '@andscene/web-kit/text/save-file'

const STATES: { value: NotesFilter['status']; label: string }[] = [
  { value: 'all', label: 'All notes' },
  { value: 'open', label: 'Open notes' },
  { value: 'resolved', label: 'Resolved notes' },
]

const close = () => notesView.set({ isReportOpen: false })

/** A report of all notes (product §12): by scene, each with its line and replies; can be printed or saved as CSV. */
export function NotesReport() {
  const { script, lines, map } = useOpenScript()
  const { threads } = useSnapshot()
  const [status, setStatus] = useState<NotesFilter['status']>('all')
  const [madeAt] = useState(() => new Date().toISOString())
  const indexes = useMemo(() => indexesOf(lines), [lines])
  const lost = useLostLines()
  const shown = useMemo(
    () => filterThreads(threads, { ...ALL_OPEN, status }, { lines, map, indexes, lost }),
    [threads, status, lines, map, indexes, lost],
  )
  const scenes = useMemo(() => byScene(shown, { lines, map }), [shown, lines, map])
  const words = useIsPhone() ? 'as-visually-hidden' : undefined
  const saveCsv = () =>
    saveFile(
      fileName(`${script.title} notes`, 'csv'),
      new Blob([notesCsv(shown, { lines, map })], { type: 'text/csv;charset=utf-8' }),
    )
  const inFile = shown.filter(({ thread }) => thread.note.isInFile).length
  const open = shown.filter(({ thread }) => thread.note.resolvedAt === undefined).length - inFile

  return (
    <ModalDialog className={styles.report} aria-label="Notes report" data-notes-report="" onClose={close}>
      <div className={styles.bar}>
        <select
          className={classNames(parts.select, styles.choice)}
          aria-label="Which notes"
          value={status}
          onChange={({ target }) => setStatus(target.value as NotesFilter['status'])}
        >
          {STATES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" className="as-button" onClick={saveCsv}>
          <DownloadIcon /> <span className={words}>Save as CSV</span>
        </button>
        <button type="button" className="as-button as-button-primary" onClick={() => print()}>
          <ReportIcon />
          <span>
            Print<span className={words}> or save as PDF</span>
          </span>
        </button>
        <IconButton name="Close report" hint="" size={44} isMuted onClick={close}>
          <CloseIcon size={20} />
        </IconButton>
      </div>
      <div className={styles.paper}>
        <header className={styles.title}>
          <h1 dir="auto">{script.title}</h1>
          <p className={parts.hint}>
            Notes, {shortTime(madeAt)} · {shown.length === 1 ? '1 note' : `${shown.length} notes`}
            {status === 'all' && shown.length > 0 && ` · ${open} open`}
            {inFile > 0 && ` · ${inFile} in the file`}
          </p>
        </header>
        {scenes.length === 0 && <p className={parts.hint}>There are no notes to report.</p>}
        {scenes.map(({ key, heading, threads: found }) => (
          <section key={key} className={styles.scene}>
            <h2 dir="auto">{heading}</h2>
            {found.map((placed) => (
              <ReportedNote key={placed.thread.note._id} placed={placed} />
            ))}
          </section>
        ))}
      </div>
    </ModalDialog>
  )
}

function ReportedNote({ placed }: { placed: PlacedThread }) {
  const { lines, map } = useOpenScript()
  const { thread, index, lost } = placed
  const { note, replies } = thread
  const line = lines[index] ?? lost?.line
  return (
    <article className={styles.note} data-note-colour={note.colour}>
      <p className={styles.line} dir="auto">
        {line?.character !== undefined && line.type !== 'Character' && <b>{line.character}: </b>}
        <Quoted line={line} note={note} />
        {line && (
          <span className={styles.page}> {lost ? lost.where : `p. ${pageOfLine(map.pages, index) + 1}`}</span>
        )}
      </p>
      <Said note={note} />
      {replies.map((reply) => (
        <div key={reply._id} className={styles.reply}>
          <Said note={reply} />
        </div>
      ))}
    </article>
  )
}

/** The line with its styles and the selected words marked. */
function Quoted({ line, note }: { line: Line | undefined; note: Note }) {
  const { range, quote } = note
  if (!line) return quote
  const carried = range && carriedRange(range, quote, line.text)
  const hits = carried ? [carried] : []
  return partsOf(line.text, { runs: line.styles, hits }).map((part) => (
    <RunWords key={part.start} {...part} />
  ))
}

const Said = ({ note }: { note: NoteView }) => (
  <>
    <p className={parts.written} dir="auto">
      {note.deletedAt === undefined ? note.text : 'This note was deleted.'}
    </p>
    <p className={parts.hint}>
      <b dir="auto">{note.author}</b>
      {!note.isInFile && <Written note={note} />}
    </p>
  </>
)

const Written = ({ note }: { note: NoteView }) => (
  <>
    {note.authorKind && `, ${note.authorKind}`} · {shortTime(note.createdAt)}
    {note.replyTo === undefined && ` · ${note.category}`}
    {note.resolvedAt !== undefined &&
      ` · Resolved${note.resolvedBy === undefined ? '' : ` by ${nameText(note.resolvedBy, note.resolvedByKind)}`}`}
  </>
)
