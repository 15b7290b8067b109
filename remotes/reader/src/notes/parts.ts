/**
 * The components of the notes: one chunk, loaded after the lines (decision 0036). Import it only through late-notes.ts.
 */
export { LineMargin, NoteMark } from './marks/line-margin.tsx'
export { KeptWords } from './unsent/lost-words.tsx'
export { NotedWords } from './marks/noted-words.tsx'
export { moveToNote } from './move-to-note.ts'
export { NotesOverlays } from './notes-overlays.tsx'
export { NotesPanel } from './panel/notes-panel.tsx'
export { openNotes } from './open-notes.ts'
