import { loadOnce } from '../late/late-parts.tsx'

export const { request: loadDirecting, useCode: useDirectingParts } = loadOnce(() => import('./parts.ts'))
