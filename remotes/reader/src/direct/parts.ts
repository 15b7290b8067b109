/** The directions of lines: one chunk, loaded after the lines (decision 0036). Import it only through late-direct.ts. */
export { LineDirect } from './line-direct.tsx'
export { DirectOverlays } from './direct-overlays.tsx'
