/** What is seen of the notes: one file, loaded after the lines (decision 0036). Used through late-notes.ts alone. */
export { LineMargin } from './marks/line-margin.tsx'
export { KeptWords } from './unsent/lost-words.tsx'
export { NotedWords } from './marks/noted-words.tsx'
export { moveToNote } from './move-to-note.ts'
export { NotesOverlays } from './notes-overlays.tsx'
export { NotesPanel } from './panel/notes-panel.tsx'
export { openNotes } from './open-notes.ts'
