/** One chunk, loaded when changes are shown (decision 0036). Import it only through late-drafts.ts. */
import './revision-colours.css'

export { compareDrafts } from './compare-drafts.ts'
export { ChangeMarks } from './marks/change-marks.tsx'
export { CutsAtEnd, OpenedCuts } from './marks/cut-lines.tsx'
export { ChangesBar } from './bar/changes-bar.tsx'
export { moveToChange } from './change-view.ts'
export { ChangesOnly } from './only/changes-only.tsx'
export { HearBar } from './hear/hear-bar.tsx'
export { HeardStrip } from './hear/heard-strip.tsx'
export { compareLine } from './hear/compare-line.ts'
