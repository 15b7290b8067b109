/** One chunk, loaded for scripts with revision marks. Import it only through late-revisions.ts. */
import './revisions.css'

export { RevisionMark } from './revision-mark.tsx'
export { SetColors } from './set-colors.tsx'
