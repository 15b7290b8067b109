import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import { findMentions } from '@andscene/contracts/text/mentions'
import { Fragment, type ReactNode } from 'react'
import { clockText } from '../../page/transport/places/whereabouts.ts'
import { agoText, fullTime, shortAgoText, useMinute } from '../note-time.ts'
import type { NoteView } from '../store/threads.ts'
import { nameText, AuthorName } from '../author.tsx'
import { useIsOnline } from '../use-store.ts'
import styles from './thread-card.module.css'

export function NoteBody({ note, tools }: { note: NoteView; tools?: ReactNode }) {
  const isReply = note.replyTo !== undefined
  return (
    <div className={styles.note}>
      <header className={styles.head}>
        {note.isNew && <NewMark />}
        <AuthorName note={note} className={styles.author} />
        <NoteTime note={note} />
        {tools}
      </header>
      {note.quote !== undefined && (
        <blockquote className={styles.quote} dir="auto">
          {note.quote}
        </blockquote>
      )}
      {note.deletedAt === undefined ? (
        <p className={parts.written} dir="auto">
          <MentioningText note={note} />
        </p>
      ) : (
        <p className={parts.hint}>
          <i>This note was deleted.</i>
        </p>
      )}
      {(!isReply || note.unsent === 'waiting') && <NoteFacts note={note} />}
    </div>
  )
}

/** The text of a note with its mentions highlighted. */
function MentioningText({ note: { text, mentions = [] } }: { note: NoteView }) {
  const found = findMentions(
    text,
    mentions.map(({ name }) => name),
  )
  if (found.length === 0) return text
  const mine = new Set(mentions.flatMap((mention) => (mention.mine ? [mention.name] : [])))
  return (
    <>
      {found.map(({ start, end, name }, nth) => (
        <Fragment key={start}>
          {text.slice(found[nth - 1]?.end ?? 0, start)}
          <span className={styles.mention} data-me={mine.has(name) || undefined}>
            {text.slice(start, end)}
          </span>
        </Fragment>
      ))}
      {text.slice(found.at(-1)!.end)}
    </>
  )
}

/** The dot of a note that the user has not seen before. */
export const NewMark = () => (
  <span className={styles.new}>
    <span className="as-visually-hidden">New: </span>
  </span>
)

function NoteFacts({ note }: { note: NoteView }) {
  const isOnline = useIsOnline()
  return (
    <p className={styles.facts}>
      {note.atMs !== undefined && <span {...tip('Time in the line')}>{clockText(note.atMs)}</span>}
      {note.replyTo === undefined && note.category !== 'General' && (
        <span className={styles.category}>{note.category}</span>
      )}
      {note.resolvedAt !== undefined && (
        <span className={styles.done} {...tip(fullTime(note.resolvedAt))}>
          Resolved
          {note.resolvedBy === undefined ? '' : ` by ${nameText(note.resolvedBy, note.resolvedByKind)}`}
        </span>
      )}
      {note.unsent === 'waiting' && (
        <i>{isOnline ? 'Sending…' : 'Saved on this device until you are online'}</i>
      )}
    </p>
  )
}

export function NoteTime({ note, isShort = false }: { note: NoteView; isShort?: boolean }) {
  const now = useMinute()
  const { createdAt, editedAt } = note
  const isEdited = editedAt !== undefined
  return (
    <time
      className={parts.fact}
      dateTime={createdAt}
      {...tip(isEdited ? `${fullTime(createdAt)}, edited ${fullTime(editedAt)}` : fullTime(createdAt))}
    >
      {(isShort ? shortAgoText : agoText)(createdAt, now)}
      {isEdited && ' · edited'}
    </time>
  )
}
