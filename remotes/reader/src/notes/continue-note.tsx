import { useState, useSyncExternalStore } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { beginNote } from './begin-note.ts'
import { firstWords, subjectOf } from './note-title.ts'
import styles from './lost-words.module.css'
import { notesView, useNotesView } from './notes-view.ts'
import type { PlacedDraft } from './store/drafts.ts'
import { useNotesStore, useSnapshot } from './use-store.ts'

const lineOf = ({ place, draft }: PlacedDraft) =>
  place.startsWith('line:') ? place.slice('line:'.length) : draft.lineId

/** Offers what an earlier visit has left unfinished, the latest first (product §12). */
export function ContinueNote() {
  const { lines, playback } = useOpenScript()
  const { player } = playback
  const { drafts } = useNotesStore()
  const { status } = useSnapshot()
  useSyncExternalStore(drafts.subscribe, drafts.getSnapshot)
  const isCardOpen = useNotesView(({ opened }) => opened !== null)
  const [handled, setHandled] = useState<ReadonlySet<string>>(new Set())
  const left = drafts.leftBehind().filter(({ draft }) => !handled.has(draft.noteId))
  const placed = left.at(-1)
  const index = placed ? lines.findIndex(({ _id }) => _id === lineOf(placed)) : -1
  const line = lines[index]
  if (status !== 'ready' || isCardOpen || !placed || !line) return null

  const putAway = (some: readonly PlacedDraft[]) =>
    setHandled(new Set([...handled, ...some.map(({ draft }) => draft.noteId)]))
  const go = () => {
    putAway([placed])
    player.show(index)
    if (placed.place.startsWith('line:')) return beginNote({ player, lines }, index)
    const selected = placed.place.slice(placed.place.indexOf(':') + 1)
    notesView.set({
      selected,
      opened: { lineId: line._id, isWriting: false, isPeek: false, takesFocus: true },
    })
  }
  return (
    <section className={styles.lost} aria-label="Unfinished note" data-notes-part="">
      <h2>Your note is not sent yet</h2>
      <p dir="auto">
        On <b>{subjectOf(line)}</b>: “{firstWords(line.text)}”
      </p>
      <ul>
        <li className={styles.first} dir="auto">
          {placed.draft.text}
        </li>
      </ul>
      <div>
        <button type="button" className="as-button" onClick={() => putAway(left)}>
          Not now
        </button>
        <button type="button" className="as-button as-button-primary" onClick={go}>
          Continue your note
        </button>
      </div>
    </section>
  )
}
