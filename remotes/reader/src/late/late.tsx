import { lateParts } from './late-parts.tsx'

export const { late, later, useLoadWhenIdle } = lateParts(() => import('./parts.ts'))

export const { late: lateSharing } = lateParts(async () => ({
  ...(await import('@andscene/web-kit/antd-provider')),
  ...(await import('@andscene/web-kit/share-dialog')),
}))
