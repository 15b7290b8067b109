import { loadOnce } from '../../late/late-parts.tsx'
import { useRevisionsShown } from './revision-view.ts'

const { request, useCode } = loadOnce(() => import('./parts.ts'))
export const loadRevisions = request

/** The code of the revision marks; undefined until it is loaded, and while they are not shown. */
export function useRevisionParts() {
  const code = useCode()
  return useRevisionsShown() ? code : undefined
}
