import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import type { Comparison } from '../compare-drafts.ts'
import { draftQuery } from '../drafts-query.ts'
import type { HearSource } from './hearing.ts'

/** What is needed to hear the changes since a draft; undefined until it is loaded. */
export function useHearSource(
  since: number | undefined,
  comparison: Comparison | undefined,
): HearSource | undefined {
  const open = useOpenScript()
  // Loaded with the comparison.
  const { data: old } = useQuery({ ...draftQuery(open.script._id, since ?? 0), enabled: false })
  return useMemo(
    () => (old && comparison && since !== undefined ? { open, old, comparison } : undefined),
    [open, old, comparison, since],
  )
}
