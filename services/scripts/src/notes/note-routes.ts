import {
  GUEST_NOTES_LIMIT,
  GUESTS_NOTES_LIMIT,
  LINK_NOTES_LIMIT,
  NOTES_LIMIT,
  OTHERS_NOTES_LIMIT,
  NOTES_PAGE,
} from '@andscene/contracts/limits'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { NotesFull, type NoteRoom } from '../store/note-room.ts'
import type { DraftHead, PresentDraft } from '../store/drafts/draft-store.ts'
import type { NewNote, StoredNote, NoteOrigin } from '../store/note-store.ts'
import type { Stores } from '../store/open-stores.ts'
import type { CreateNoteBody } from '@andscene/contracts/notes'
import type { Person } from '@andscene/contracts/internal'
import {
  changeNote,
  createNote,
  deleteNote,
  deleteNotesOfAuthor,
  deleteNotesOfLink,
  listNotes,
  resolveNote,
} from '@andscene/contracts/routes/notes'
import type { Role } from '@andscene/contracts/sharing/roles'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { nameOf } from '../sharing/history.ts'
import { notesIn, type NoteReader } from './note-response.ts'
import { mentionedIn, peopleOf } from './people.ts'

/** Routes of the notes on lines of a script (product §12). */
export function noteRoutes(app: App, context: Context): void {
  const { stores, access, visible, readLines, clock, feeds } = context
  const { notes, noteReads, shares } = stores

  /** Returns the author's name as others see it. A guest has to set a name first. */
  async function authorOf(person: Person): Promise<string> {
    if (!person.guest) return nameOf(person)
    const name = (await shares.findGuest(person.uid))?.name
    if (name === undefined) throw invalid('Enter your name before your first note')
    return name
  }

  /** Returns the link that the author used, also after they created an account. */
  async function linkOf({ uid, guest }: Person, { id, role }: { id: string; role: Role }) {
    if (guest) return guest.linkId
    return role === 'owner' ? undefined : (await shares.collaboratorOf(id, uid))?.linkId
  }

  const responseOf = async (note: StoredNote, reader: NoteReader) => {
    const [seen] = await notesIn(context, [note], reader)
    return { data: { note: seen! } }
  }

  /** Returns the position of the note: its line, or the note that it answers. */
  async function placeOf(
    person: Person,
    script: { id: string; role: Role; draft: PresentDraft; drafts: readonly DraftHead[] },
    body: CreateNoteBody,
  ) {
    const { id: scriptId, role } = script
    if (body.replyTo !== undefined) {
      const answered = await notes.find(scriptId, body.replyTo)
      if (!answered) throw notFound('Note')
      return { lineId: answered.lineId, replyTo: answered.replyTo ?? answered.id }
    }
    const draft = await visible.numberOf(person, script, body.draft)
    // The lines of a deleted draft may still be cached.
    if (!script.drafts.some(({ number }) => number === draft)) throw notFound('Draft')
    const lines = await readLines(scriptId, role, draft)
    const line = lines?.lines.find(({ _id }) => _id === body.lineId)
    if (!line) throw notFound('Line')
    const { range, atMs } = body
    if (!range) return { lineId: line._id, atMs }
    const quote = line.text.slice(range.start, range.end)
    // Half of a surrogate pair is not a character and would not be stored unchanged.
    if (range.start >= range.end || range.end > line.text.length || !quote.isWellFormed())
      throw invalid('The characters of the note are not in its line')
    return { lineId: line._id, atMs, range, quote }
  }

  implement(app, listNotes, async (request) => {
    const { uid, person, query } = request
    const script = await access.script(listNotes, request, ['draft'])
    const [{ notes: found, ...page }, seen] = await Promise.all([
      notes.changes(script.id, query.after, NOTES_PAGE),
      person.guest ? undefined : noteReads.find(uid, script.id),
    ])
    return {
      data: { notes: await notesIn(context, found, { person, script }), ...page, ...(seen && { seen }) },
    }
  })

  implement(app, createNote, async (request) => {
    const { person, body, uid } = request
    const script = await access.script(createNote, request, ['draft', 'drafts'])
    const { id: scriptId } = script
    requireText(body.text)
    const [author, place, linkId, mentions] = await Promise.all([
      authorOf(person),
      placeOf(person, script, body),
      linkOf(person, script),
      mentionedIn(body.text, body.mentions, () => peopleOf(stores, script, person)),
    ])
    const { _id: id, text, colour, category } = body
    const note = {
      id,
      scriptId,
      ...place,
      text,
      colour,
      category,
      mentions,
      authorId: uid,
      linkId,
      author,
      createdAt: clock.now(),
    }
    const added = await addNote(notes, note)
    // The script, or the answered note, was deleted meanwhile.
    if (!added) throw notFound(body.replyTo === undefined ? 'Script' : 'Note')
    if (added.authorId !== uid) throw new HttpError('CONFLICT', 'Another note has this id')
    feeds.wake(scriptId)
    return responseOf(added, { person, script })
  })

  implement(app, changeNote, async (request) => {
    const { uid, person, params, body } = request
    const script = await access.script(changeNote, request, ['draft'])
    const { id: scriptId } = script
    const { version, text, colour, category } = body
    if (text !== undefined) requireText(text)
    const present = await notes.find(scriptId, params.noteId)
    if (!present || present.authorId !== uid || present.deletedAt) throw notFound('Note')
    const mentions = await mentionedIn(text ?? present.text, body.mentions, () =>
      peopleOf(stores, script, person),
    )
    const change = { text, colour, category, mentions }
    const changed = await notes.change(scriptId, params.noteId, version, change, clock.now())
    if (!changed) {
      const there = await notes.find(scriptId, params.noteId)
      if (!there || there.deletedAt) throw notFound('Note')
      const sentence = 'This note was changed in another tab or on another device'
      const { note } = (await responseOf(there, { person, script })).data
      throw new HttpError('CONFLICT', sentence, { present: note })
    }
    feeds.wake(scriptId)
    return responseOf(changed, { person, script })
  })

  implement(app, resolveNote, async (request) => {
    const { uid, person, params, body } = request
    const script = await access.script(resolveNote, request, ['draft'])
    const { id: scriptId } = script
    const by = body.resolved ? { uid, name: await authorOf(person), at: clock.now() } : null
    const resolved = await notes.resolve(scriptId, params.noteId, by)
    if (!resolved) throw notFound('Note')
    feeds.wake(scriptId)
    return responseOf(resolved, { person, script })
  })

  implement(app, deleteNote, async (request) => {
    const { uid, params } = request
    const { id: scriptId, role } = await access.script(deleteNote, request, [])
    const present = await notes.find(scriptId, params.noteId)
    if (!present || (present.authorId !== uid && role !== 'owner')) throw notFound('Note')
    if (!(await notes.remove(scriptId, params.noteId, clock.now()))) throw notFound('Note')
    feeds.wake(scriptId)
    return {}
  })

  const deleteLike = (
    route: typeof deleteNotesOfAuthor | typeof deleteNotesOfLink,
    field: NoteOrigin['field'],
  ) =>
    implement(app, route, async (request) => {
      const { id: scriptId } = await access.script(route, request, [])
      const id = (await notes.find(scriptId, request.params.noteId))?.[field]
      if (id === undefined) throw notFound('Note')
      const deleted = await notes.removeBy(scriptId, { field, id }, clock.now())
      feeds.wake(scriptId)
      return { data: { deleted } }
    })
  deleteLike(deleteNotesOfAuthor, 'authorId')
  deleteLike(deleteNotesOfLink, 'linkId')
}

function requireText(text: string): void {
  if (text.trim() === '') throw invalid('The note is empty')
}

const number = (count: number) => count.toLocaleString('en')

/** Error sentences for each limit (product §12). */
const SENTENCES: Record<keyof NoteRoom, string> = {
  all: `A script can have at most ${number(NOTES_LIMIT)} notes. Delete some first.`,
  others: `All users except the owner can write at most ${number(OTHERS_NOTES_LIMIT)} notes. Ask the owner to delete some.`,
  guests: `Guests can write at most ${number(GUESTS_NOTES_LIMIT)} notes on a script. Ask the owner to delete some.`,
  link: `The guests of a link can write at most ${number(LINK_NOTES_LIMIT)} notes. Ask the owner to delete some.`,
  guest: `A guest can write at most ${number(GUEST_NOTES_LIMIT)} notes on a script. Delete some of yours first.`,
}

/** Adds a note as `add` of the store does; throws CONFLICT with a sentence when a limit is reached. */
export async function addNote(
  notes: Pick<Stores['notes'], 'add'>,
  note: NewNote,
): Promise<StoredNote | undefined> {
  try {
    return await notes.add(note)
  } catch (error) {
    if (!(error instanceof NotesFull)) throw error
    throw new HttpError('CONFLICT', SENTENCES[error.of], { cause: error })
  }
}
