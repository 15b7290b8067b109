/** The figures: one chunk, loaded when they are opened (decision 0036). Import it only through late-figures.ts. */
export { FiguresDialog } from './figures-dialog.tsx'
export { FiguresPanel } from './figures-panel.tsx'
export { PrintedFigures } from './print/printed-figures.tsx'
