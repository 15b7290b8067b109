import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** In an address: the draft that is open, if it is not the present one. */
const DRAFT = 'draft'
/** The draft whose changes are shown; without a number, the usual one. */
const CHANGES = 'changes'
const ONLY = 'only'

export type DraftAddress = {
  draft: number | undefined
  areChangesShown: boolean
  since: number | undefined
  isOnly: boolean
}

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined

export function readDraftAddress(search: string): DraftAddress {
  const params = new URLSearchParams(search)
  const changes = params.get(CHANGES)
  return {
    draft: numberIn(params.get(DRAFT)),
    areChangesShown: changes !== null,
    since: numberIn(changes),
    isOnly: changes !== null && params.has(ONLY),
  }
}

/** Returns the query of an address after a change, with its other parameters. */
export function draftSearch(search: string, change: Partial<DraftAddress>): string {
  const params = new URLSearchParams(search)
  const { draft, areChangesShown, since, isOnly } = { ...readDraftAddress(search), ...change }
  for (const name of [DRAFT, CHANGES, ONLY]) params.delete(name)
  if (draft !== undefined) params.set(DRAFT, String(draft))
  if (areChangesShown) params.set(CHANGES, since === undefined ? '' : String(since))
  if (areChangesShown && isOnly) params.set(ONLY, '')
  const text = params.toString()
  return text && `?${text}`
}

/** The draft and the changes that the address names, and a function that changes it. */
export function useDraftAddress() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  return useMemo(
    () => ({
      ...readDraftAddress(search),
      /** Another draft gets an entry of its own in the history; a change of the view does not. */
      change: (change: Partial<DraftAddress>, replace = !('draft' in change)) =>
        void navigate(
          { pathname, search: draftSearch(search, change), hash },
          { replace, state, preventScrollReset: true },
        ),
    }),
    [pathname, search, hash, state, navigate],
  )
}
