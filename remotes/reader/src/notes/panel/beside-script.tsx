import type { ReactNode } from 'react'
import { CharacterPanel } from '../../page/voices/character-panel.tsx'
import panel from '../../page/voices/character-panel.module.css'
import styles from './beside-script.module.css'
import { useNotes } from '../late-notes.ts'
import { notesView, useNotesView } from '../notes-view.ts'
import { useIsWide } from './wide.ts'
import { useMayNote } from '../../page/open-script.ts'

/** What stands beside the script on wide screens: who speaks with which voice, or the notes. */
export function BesideScript() {
  const mayNote = useMayNote()
  const isOpen = useNotesView(({ isPanelOpen }) => isPanelOpen)
  const isWide = useIsWide()
  const loaded = useNotes()
  if (!mayNote) return <CharacterPanel />
  if (!isOpen || !isWide) return <CharacterPanel above={<Choice isOpen={false} />} />
  return (
    <aside className={panel.panel} aria-label="Notes" data-side="notes" data-notes-part="">
      {loaded ? (
        <loaded.parts.NotesPanel head={<Choice isOpen />} />
      ) : (
        <>
          <Choice isOpen />
          <p className={styles.wait}>Loading notes…</p>
        </>
      )}
    </aside>
  )
}

const CHOICES = [
  { label: 'Cast', isNotes: false },
  { label: 'Notes', isNotes: true },
]

const Choice = ({ isOpen }: { isOpen: boolean }): ReactNode => (
  <div className={styles.choice} role="radiogroup" aria-label="Beside the script">
    {CHOICES.map(({ label, isNotes }) => (
      <label key={label}>
        <input
          type="radio"
          className="as-visually-hidden"
          name="beside-the-script"
          checked={isNotes === isOpen}
          onChange={() => notesView.set({ isPanelOpen: isNotes })}
        />
        {label}
      </label>
    ))}
  </div>
)
