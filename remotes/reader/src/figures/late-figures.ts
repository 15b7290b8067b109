import { loadOnce } from '../late/late-parts.tsx'

export const { request: loadFigures, useCode: useFiguresParts } = loadOnce(() => import('./parts.ts'))
