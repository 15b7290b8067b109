import type { NoteRange } from '@andscene/contracts/notes'
import { isHeading } from '@andscene/screenplay/line-types'
import { classNames } from '@andscene/web-kit/class-names'
import type { Line } from '@andscene/contracts/script'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useDrafts } from '../../drafts/drafts-context.ts'
import { presentNotes } from '../../notes/use-store.ts'
import type { Thread } from '../../notes/store/threads.ts'
import { useOpenScript } from '../open-script.ts'
import { lookOf } from '../line-look.ts'
import { itemsOf, type IndexedLine } from '../sheet/page-lines.ts'
import { LineWords } from '../sheet/run-words.tsx'
import { useRevisionParts } from '../revision-marks/late-revisions.ts'
import { useScriptLanguage } from '../use-script-language.ts'
import { usePrintsNotes } from './print-choice.ts'
import styles from './printed-script.module.css'

/** True while the browser prints the page, from its own command or from ours. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const watching = new AbortController()
    const { signal } = watching
    // The browser takes the page as it is after the event.
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => watching.abort()
  }, [])
  return isPrinting
}

/** The whole script as on paper (product §2), instead of the page on the screen. */
export function PrintedScript() {
  const isPrinting = useIsPrinting()
  return isPrinting && createPortal(<Paper />, document.body)
}

function Paper() {
  const { script, lines } = useOpenScript()
  const { comparison, cuts, since } = useDrafts()
  const notes = threadsByLine(usePrintsNotes())
  const draw = ({ index, line }: IndexedLine) => (
    <PrintedLine
      key={index}
      line={line}
      threads={notes?.get(line._id)}
      hasNotes={notes !== undefined}
      isChanged={comparison?.byLine.has(index)}
      fresh={comparison?.freshIn(index)}
      cut={comparison || notes ? cuts.get(index) : undefined}
      cutThreads={cuts.get(index)?.flatMap(({ _id }) => notes?.get(_id) ?? [])}
    />
  )
  return (
    <div className={styles.print} lang={useScriptLanguage()} data-printed-script="">
      <h1 className={styles.title} dir="auto">
        {script.title}
      </h1>
      {comparison && <p className={styles.since}>Changes since {since?.name}</p>}
      <div className={styles.script}>
        {itemsOf(lines, 0, lines.length).map((item) =>
          item.kind === 'line' ? (
            draw(item)
          ) : (
            <div key={`dual-${item.index}`} className={styles.dual}>
              <div>{item.left.map(draw)}</div>
              <div>{item.right.map(draw)}</div>
            </div>
          ),
        )}
      </div>
    </div>
  )
}

/** The open notes that the user sees, by line; undefined if they are not printed. */
const threadsByLine = (printsNotes: boolean): Map<string, Thread[]> | undefined =>
  printsNotes
    ? Map.groupBy(
        (presentNotes()?.getSnapshot().threads ?? []).filter(
          ({ note }) => note.resolvedAt === undefined && note.deletedAt === undefined,
        ),
        ({ note }) => note.lineId,
      )
    : undefined

type LineProps = {
  line: Line
  threads: readonly Thread[] | undefined
  hasNotes: boolean
  isChanged: boolean | undefined
  fresh: readonly NoteRange[] | undefined
  /** Lines that were cut before this one. */
  cut: readonly Line[] | undefined
  cutThreads: readonly Thread[] | undefined
}

function PrintedLine(props: LineProps) {
  const { line, threads = [], hasNotes, isChanged = false, fresh, cut, cutThreads = [] } = props
  const number = isHeading(line) ? line.sceneNumber : undefined
  const revisions = useRevisionParts()
  return (
    <div
      className={classNames(styles.line, lookOf(line.type, styles), line.forcePageBreak && styles.newPage)}
    >
      {number !== undefined && <span className={styles.number}>{number}</span>}
      {cut && (
        <span className={styles.cut}>{cut.length === 1 ? '1 line cut' : `${cut.length} lines cut`}</span>
      )}
      {(isChanged || cut) && <span className={styles.star}>*</span>}
      {cutThreads.map(({ note, replies }) => (
        <PrintedThread key={note._id} note={note} replies={replies} />
      ))}
      <p className={classNames(line.capitals && styles.capitals)} dir="auto" lang={line.language}>
        <LineWords line={line} found={undefined} fresh={fresh} />
      </p>
      {number !== undefined && <span className={classNames(styles.number, styles.atEnd)}>{number}</span>}
      {revisions && line.revisions && <revisions.RevisionMark marks={line.revisions} side={line.dual} />}
      {hasNotes && line.scriptNote && <PrintedNote text={line.scriptNote} />}
      {threads.map(({ note, replies }) => (
        <PrintedThread key={note._id} note={note} replies={replies} />
      ))}
    </div>
  )
}

const PrintedThread = ({ note, replies }: Thread) => (
  <PrintedNote
    author={note.author}
    text={note.text}
    replies={replies.map((reply) => `${reply.author}: ${reply.text}`)}
  />
)

type NoteProps = { author?: string; text: string; replies?: readonly string[] }

const PrintedNote = ({ author = 'Note', text, replies = [] }: NoteProps) => (
  <aside className={styles.note} dir="auto">
    <b>
      <bdi>{author}</bdi>:
    </b>{' '}
    {text}
    {replies.map((reply, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- printed once
      <span key={at}>{reply}</span>
    ))}
  </aside>
)
