import type { Draft } from '@andscene/contracts/drafts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { OpenScript } from '../page/open-script.ts'
import type { Comparison } from './compare-drafts.ts'
import { useDraftAddress } from './draft-address.ts'
import type { OpenDrafts } from './drafts-context.ts'
import { draftQuery, draftsQuery, usualSince } from './drafts-query.ts'
import { loadDrafts, useDraftsParts } from './late-drafts.ts'

type Compared = Pick<OpenDrafts, 'status' | 'comparison' | 'changeParts' | 'retry'>

/** Compares the open lines with those of another draft, which are loaded with the code that compares them. */
export function useComparison({ script, lines }: OpenScript, since: number | undefined): Compared {
  const parts = useDraftsParts()
  const [hasFailed, setFailed] = useState(false)
  const isWanted = since !== undefined
  const query = useQuery({ ...draftQuery(script._id, since ?? 0), enabled: isWanted })
  const { data, isError, refetch } = query
  useEffect(() => {
    if (!isWanted || parts || hasFailed) return
    loadDrafts().catch(() => setFailed(true))
  }, [isWanted, parts, hasFailed])
  const old = isWanted ? data?.content.lines : undefined
  const comparison = useMemo<Comparison | undefined>(
    () => (parts && old ? parts.compareDrafts(old, lines) : undefined),
    [parts, old, lines],
  )
  return useMemo(
    () => ({
      comparison,
      changeParts: comparison && parts,
      status: !isWanted
        ? 'none'
        : comparison
          ? 'ready'
          : (isError && !data) || hasFailed
            ? 'failed'
            : 'loading',
      retry: () => {
        setFailed(false)
        void refetch()
      },
    }),
    [comparison, parts, isWanted, isError, data, hasFailed, refetch],
  )
}

/** The drafts of the open script; loads nothing else until the changes are shown. */
export function useOpenedDrafts(open: OpenScript): OpenDrafts {
  const { script, isSettled, draft } = open
  const { areChangesShown, since: wanted, isOnly, change } = useDraftAddress()
  const hasSeveral = (script.draftCount ?? 1) > 1
  const query = useQuery({
    ...draftsQuery(script._id),
    enabled: hasSeveral && (isSettled || areChangesShown || draft !== undefined),
  })
  const drafts = hasSeveral ? query.data : undefined
  const number = draft ?? drafts?.present
  const shown = drafts?.drafts.find((one) => one.number === number)
  const since = useMemo<Draft | undefined>(() => {
    if (!drafts || number === undefined) return undefined
    const chosen = drafts.drafts.find((one) => one.number === wanted && wanted !== number)
    return chosen ?? usualSince(drafts, number)
  }, [drafts, number, wanted])
  // An address of the time when this draft was an older one.
  const isPresent = draft !== undefined && draft === drafts?.present
  useEffect(() => {
    if (isPresent) change({ draft: undefined }, true)
  }, [isPresent, change])
  const compared = useComparison(open, areChangesShown ? since?.number : undefined)
  const { refetch, isError } = query
  const areDraftsMissing = areChangesShown && hasSeveral && !drafts
  const status = areDraftsMissing ? (isError ? 'failed' : 'loading') : compared.status
  return useMemo(
    () => ({
      drafts,
      shown,
      isOlder: draft !== undefined,
      since,
      hasSeveral,
      areChangesShown: areChangesShown && hasSeveral,
      isOnly: isOnly && hasSeveral,
      status,
      comparison: compared.comparison,
      changeParts: compared.changeParts,
      retry: areDraftsMissing ? () => void refetch() : compared.retry,
      change,
    }),
    [
      drafts,
      shown,
      draft,
      since,
      areChangesShown,
      hasSeveral,
      isOnly,
      status,
      compared,
      areDraftsMissing,
      refetch,
      change,
    ],
  )
}
