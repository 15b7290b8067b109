import { LineCard } from './card/line-card.tsx'
import { ContinueNote } from './unsent/continue-note.tsx'
import { LostWords } from './unsent/lost-words.tsx'
import './note-colours.css'
import { LostNotes } from './lost-notes.tsx'
import { NotesDrawer } from './panel/notes-drawer.tsx'
import { useOpenAddressed } from './note-address.ts'
import { useNotesView } from './notes-view.ts'
import { useIsWide } from '../page/breakpoints.ts'
import { NotesReport } from './report/notes-report.tsx'
import { useSnapshot } from './use-store.ts'

export function NotesOverlays({ mayNote }: { mayNote: boolean }) {
  const { status } = useSnapshot()
  const isPanelOpen = useNotesView((view) => view.isPanelOpen)
  const isReportOpen = useNotesView((view) => view.isReportOpen)
  const isWide = useIsWide()
  useOpenAddressed()
  if (!mayNote || status === 'lost') return <LostWords />
  return (
    <>
      <LostNotes />
      <LineCard />
      <ContinueNote />
      {isPanelOpen && !isWide && <NotesDrawer />}
      {isReportOpen && <NotesReport />}
    </>
  )
}
