import { Loading } from '@andscene/web-kit/loading'
import { Segments } from '../../page/segments.tsx'
import { CharacterPanel } from '../../page/voices/character-panel.tsx'
import panel from '../../page/voices/character-panel.module.css'
import { useNotes } from '../late-notes.ts'
import { notesView, useNotesView } from '../notes-view.ts'
import { useIsWide } from '../../page/breakpoints.ts'
import { useMayNote } from '../../page/open-script.ts'

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
          <Loading text="Loading notes…" />
        </>
      )}
    </aside>
  )
}

const CHOICES = [
  { value: 'cast', label: 'Cast' },
  { value: 'notes', label: 'Notes' },
] as const

const Choice = ({ isOpen }: { isOpen: boolean }) => (
  <Segments
    look="tabs"
    label="Beside the script"
    options={CHOICES}
    value={isOpen ? 'notes' : 'cast'}
    onChange={(value) => notesView.set({ isPanelOpen: value === 'notes' })}
  />
)
