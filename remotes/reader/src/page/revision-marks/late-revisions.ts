import { loadOnce } from '../../late/late-parts.tsx'

/** The code of the revision marks, loaded for scripts that have some. */
export const { request: loadRevisions, useCode: useRevisionParts } = loadOnce(() => import('./parts.ts'))
