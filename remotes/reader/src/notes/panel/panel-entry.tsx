import { classNames } from '@andscene/web-kit/class-names'
import { PlayIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { pageOfLine } from '@andscene/screenplay/paging'
import { memo } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { LineWords } from '../../page/sheet/run-words.tsx'
import { sceneNumber } from '../../page/transport/places/whereabouts.ts'
import { useScriptLanguage } from '../../page/use-script-language.ts'
import { AuthorName } from '../author.tsx'
import { CardButton } from '../card/card-button.tsx'
import { NewMark, NoteTime } from '../card/note-body.tsx'
import { ThreadCard } from '../card/thread-card.tsx'
import { listenFrom } from '../move-to-note.ts'
import { mentionsMe, sceneOfThread, type PlacedThread } from '../note-filter.ts'
import { useDrafts } from '../../drafts/drafts-context.ts'
import type { NoteView } from '../store/threads.ts'
import { notesView } from '../notes-view.ts'
import { isWide } from '../../page/breakpoints.ts'
import styles from './notes-panel.module.css'

type Props = { placed: PlacedThread; isOpen: boolean; onToggle: () => void }

export const PanelEntry = memo(function PanelEntry({ placed, isOpen, onToggle }: Props) {
  const { thread, index, lost } = placed
  const { note, replies } = thread
  const { lines, map, player, skippedLineTypes } = useOpenScript()
  const language = useScriptLanguage()
  const isNew = note.isNew || replies.some((reply) => reply.isNew)
  const line = lines[index] ?? lost?.line
  const at = sceneOfThread(placed, map) ?? -1
  // Lines before the first scene have none.
  const scene = at < 0 ? undefined : sceneNumber(map, lines, at)
  const { isOlder } = useDrafts()
  const where = line
    ? `${scene === undefined ? '' : `Scene ${scene} · `}${lost ? lost.where : `p. ${pageOfLine(map.pages, index) + 1}`}`
    : isOlder
      ? 'Not in this draft'
      : 'No longer in the script'
  const quote = (
    <span className={styles.quote} dir="auto" lang={line?.language ?? language}>
      {line?.character !== undefined && line.type !== 'Character' && <b>{line.character}: </b>}
      {note.quote ?? (line && <LineWords line={line} found={undefined} />)}
    </span>
  )
  if (!isOpen)
    return (
      <button
        type="button"
        className={classNames(styles.note, note.resolvedAt !== undefined && styles.resolved)}
        data-note-colour={note.colour}
        aria-expanded={false}
        onClick={onToggle}
      >
        <span className={styles.row}>
          {isNew && <NewMark />}
          <AuthorName note={note} className={styles.author} />
          {!note.isInFile && <NoteTime note={note} isShort />}
        </span>
        {quote}
        <span className={parts.clamp} dir="auto">
          {note.deletedAt === undefined ? note.text : 'This note was deleted.'}
        </span>
        <span className={styles.row}>
          <span className={styles.where}>{where}</span>
          {replies.length > 0 && (
            <span className={styles.state}>
              {replies.length === 1 ? '1 reply' : `${replies.length} replies`}
            </span>
          )}
          {mentionsMe(thread) && <span className={styles.you}>@you</span>}
          <State note={note} />
        </span>
      </button>
    )
  return (
    <div className={parts.stack}>
      <button type="button" className={styles.back} aria-expanded onClick={onToggle}>
        <span className={styles.where}>{where}</span>
        {quote}
      </button>
      {note.isInFile ? <FileNote note={note} /> : <ThreadCard thread={thread} isSelected />}
      {line && (
        <div className={styles.ways}>
          {!lost && (
            <CardButton
              onPointerDown={() => player.anticipate(index)}
              onClick={() => listenFrom({ player, lines }, index, skippedLineTypes)}
            >
              <PlayIcon size={14} /> Listen from here
            </CardButton>
          )}
          {!isWide() && (
            <CardButton onClick={() => notesView.set({ isPanelOpen: false })}>Show on the page</CardButton>
          )}
        </div>
      )}
    </div>
  )
})

/** A note inside the Final Draft file: it can be read here, but not changed. */
const FileNote = ({ note }: { note: NoteView }) => (
  <article className={styles.inFile} data-note-colour={note.colour} aria-label="Note in the file">
    <b>{note.author}</b>
    <p className={parts.written} dir="auto">
      {note.text}
    </p>
  </article>
)

function State({ note }: { note: PlacedThread['thread']['note'] }) {
  if (note.unsent === 'refused') return <span className={styles.refused}>Not sent</span>
  if (note.unsent === 'waiting') return <span className={styles.state}>Sending…</span>
  if (note.resolvedAt !== undefined) return <span className={styles.done}>Resolved</span>
  return note.category === 'General' ? null : <span className={styles.state}>{note.category}</span>
}
