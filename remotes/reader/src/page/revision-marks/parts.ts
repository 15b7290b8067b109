/** One chunk, loaded for scripts with revision marks. Import it only through late-revisions.ts. */
export { RevisionMark } from './revision-mark.tsx'
export { SetColors } from './set-colors.ts'
