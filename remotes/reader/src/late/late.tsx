import { lateParts } from './late-parts.tsx'

export const { late, later, useLoadWhenIdle } = lateParts(() => import('./parts.ts'))

/** The sharing of a script: only its owner opens it. */
export const { late: lateSharing } = lateParts(async () => ({
  ...(await import('@andscene/web-kit/antd-provider')),
  ...(await import('@andscene/web-kit/share-dialog')),
}))
