import { loadOnce } from '../late/late-parts.tsx'

export const { request: loadDrafts, useCode: useDraftsParts } = loadOnce(() => import('./parts.ts'))
