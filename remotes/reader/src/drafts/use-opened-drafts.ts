import type { Draft } from '@andscene/contracts/drafts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { OpenScript } from '../page/open-script.ts'
import type { Comparison } from './compare-drafts.ts'
import { useDraftAddress } from './draft-address.ts'
import { NO_DRAFTS, type OpenDrafts } from './drafts-context.ts'
import { draftQuery, draftsQuery, usualSince } from './drafts-query.ts'
import { useLostLines, type LostLines } from './lost-lines.ts'
import { loadDrafts, useDraftsParts } from './late-drafts.ts'

type Compared = Pick<OpenDrafts, 'status' | 'comparison' | 'retry'>

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
    [comparison, isWanted, isError, data, hasFailed, refetch],
  )
}

type Cuts = OpenDrafts['cuts']

/** Adds the lines with notes that were cut before the draft that is compared with. */
function cutsWith(lost: LostLines, cuts: Cuts = NO_DRAFTS.cuts): Cuts {
  if (lost.size === 0) return cuts
  const all = new Map([...cuts].map(([at, lines]) => [at, [...lines]]))
  const known = new Set([...cuts.values()].flatMap((lines) => lines.map(({ _id }) => _id)))
  for (const [id, { line, after }] of lost) {
    if (known.has(id)) continue
    const there = all.get(after + 1)
    if (there) there.push(line)
    else all.set(after + 1, [line])
  }
  return all
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
  const number = draft ?? script.draft?.number ?? drafts?.present
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
  const lost = useLostLines()
  const parts = useDraftsParts()
  const hasLost = lost.size > 0
  useEffect(() => {
    if (hasLost) loadDrafts().catch(() => undefined)
  }, [hasLost])
  const cuts = useMemo(() => cutsWith(lost, compared.comparison?.cuts), [lost, compared.comparison])
  const changeParts = compared.comparison || hasLost ? parts : undefined
  return useMemo(
    () => ({
      drafts,
      shown,
      isOlder: draft !== undefined,
      since,
      hasSeveral,
      areChangesShown: areChangesShown && hasSeveral,
      // Until the drafts are compared, the page shows the script.
      isOnly: isOnly && compared.comparison !== undefined,
      status,
      comparison: compared.comparison,
      cuts,
      changeParts,
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
      cuts,
      changeParts,
      areDraftsMissing,
      refetch,
      change,
    ],
  )
}
