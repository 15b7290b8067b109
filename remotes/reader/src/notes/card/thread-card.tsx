import { classNames } from '@andscene/web-kit/class-names'
import { DeleteIcon, RenameIcon } from '@andscene/web-kit/icons/actions'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useRef, useState } from 'react'
import { nameText } from '../author.tsx'
import { NoteEditor } from '../editor/note-editor.tsx'
import { AuthorForm, GuestNameFirst, needsName } from '../guest-name.tsx'
import { ReopenIcon, ReplyIcon, ResolveIcon } from '../../icons.tsx'
import type { NoteView, Thread } from '../store/threads.ts'
import { useNotesStore } from '../use-store.ts'
import { useOpenScript } from '../../page/open-script.ts'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { contentOf, mentioning } from '../store/operation.ts'
import { CardButton } from './card-button.tsx'
import { Conflict } from './conflict.tsx'
import { CopyLink } from './copy-link.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { NoteBody } from './note-body.tsx'
import { RefusedNote } from './refused-note.tsx'
import styles from './thread-card.module.css'
import { may } from '@andscene/contracts/sharing/may'

export function ThreadCard({ thread, isSelected = false }: { thread: Thread; isSelected?: boolean }) {
  const { note, replies } = thread
  const { drafts, ...notes } = useNotesStore()
  const [isReplying, setReplying] = useState(() => drafts.get(`reply:${note._id}`) !== undefined)
  const snackbar = useSnackbar()
  const { script } = useOpenScript()
  const [isNaming, setNaming] = useState(false)
  const isResolved = note.resolvedAt !== undefined
  const isDeleted = note.deletedAt !== undefined
  const resolve = () => {
    if (needsName(script._id)) return setNaming(true)
    notes.resolve(note, !isResolved)
    // The filter may now exclude the note.
    if (!isResolved)
      snackbar.success('Note resolved', {
        action: { label: 'Undo', run: () => notes.resolve(note, false) },
      })
  }
  return (
    <article
      className={classNames(styles.card, isResolved && styles.resolved, isSelected && styles.selected)}
      data-note-colour={note.colour}
      data-note-id={note._id}
      aria-label={`Note by ${note.mine ? 'you' : nameText(note.author, note.authorKind)}`}
    >
      <OneNote note={note} isRoot />
      {replies.length > 0 && (
        <ol className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply._id}>
              <OneNote note={reply} />
            </li>
          ))}
        </ol>
      )}
      {isNaming && (
        <AuthorForm
          onNamed={() => {
            setNaming(false)
            resolve()
          }}
        />
      )}
      {isReplying ? (
        <GuestNameFirst>
          <NoteEditor
            place={`reply:${note._id}`}
            initial={{ colour: note.colour, category: note.category, lineId: note.lineId }}
            label="Reply"
            send="Reply"
            onSend={({ noteId, text, colour, category, mentions }) => {
              notes.create({
                _id: noteId,
                lineId: note.lineId,
                text,
                colour,
                category,
                ...mentioning(mentions),
                replyTo: note._id,
              })
              setReplying(false)
            }}
            onClose={() => setReplying(false)}
          />
        </GuestNameFirst>
      ) : (
        <div className={styles.actions}>
          <CardButton onClick={() => setReplying(true)}>
            <ReplyIcon size={16} /> Reply
          </CardButton>
          {!isDeleted && note.unsent !== 'refused' && (
            <CardButton onLeave={resolve}>
              {isResolved ? <ReopenIcon size={16} /> : <ResolveIcon size={16} />}
              {isResolved ? 'Reopen' : 'Resolve'}
            </CardButton>
          )}
        </div>
      )}
    </article>
  )
}

function OneNote({ note, isRoot = false }: { note: NoteView; isRoot?: boolean }) {
  const { drafts, ...notes } = useNotesStore()
  const { script } = useOpenScript()
  const [isEditing, setEditing] = useState(() => drafts.get(`edit:${note._id}`) !== undefined)
  const [isLeaving, setLeaving] = useState(false)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const isThere = note.deletedAt === undefined
  const mayDelete = isThere && (note.mine || (script.role !== undefined && may(script.role, 'share')))

  if (isEditing && isThere) {
    const { text, colour, category, lineId } = note
    return (
      <NoteEditor
        place={`edit:${note._id}`}
        initial={{ text, colour, category, lineId, seen: notes.seen(note) }}
        label="Edit note"
        send="Save"
        hasLook={isRoot}
        onSend={(written) => {
          notes.change(note, { ...contentOf(written), ...mentioning(written.mentions) }, written.seen)
          setEditing(false)
        }}
        onClose={() => setEditing(false)}
      />
    )
  }
  return (
    <>
      <NoteBody
        note={note}
        tools={
          (note.mine || mayDelete || isRoot) &&
          isThere &&
          note.unsent !== 'refused' && (
            <span className={styles.tools}>
              {isRoot && <CopyLink noteId={note._id} />}
              {note.mine && (
                <IconButton name="Edit note" hint="Edit" size={28} isMuted onClick={() => setEditing(true)}>
                  <RenameIcon size={16} />
                </IconButton>
              )}
              {mayDelete && (
                <IconButton
                  ref={deleteButton}
                  name="Delete note"
                  hint="Delete"
                  size={28}
                  isMuted
                  onClick={() => setLeaving(true)}
                >
                  <DeleteIcon size={16} />
                </IconButton>
              )}
            </span>
          )
        }
      />
      {note.refused?.kind === 'change' && note.refusal?.kind === 'conflict' ? (
        <Conflict operation={note.refused} note={note} onJoin={() => setEditing(true)} />
      ) : (
        note.refused && <RefusedNote operation={note.refused} />
      )}
      {isLeaving && (
        <DeleteQuestion
          note={note}
          isRoot={isRoot}
          onKeep={() => {
            setLeaving(false)
            deleteButton.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}
