import type { Draft, Drafts } from '@andscene/contracts/drafts'
import type { Line } from '@andscene/contracts/script'
import { createContext, use } from 'react'
import type { Comparison } from './compare-drafts.ts'
import type { DraftAddress } from './draft-address.ts'

/** The drafts of the open script, and the changes that are shown. */
export type OpenDrafts = {
  /** Undefined while unknown, and for a script of which the user may open one draft. */
  drafts: Drafts | undefined
  /** The draft whose lines the page shows. */
  shown: Draft | undefined
  /** Whether `shown` is not the present draft. */
  isOlder: boolean
  /** The draft that `shown` is compared with. */
  since: Draft | undefined
  /** Whether the user may open more than one draft. */
  hasSeveral: boolean
  areChangesShown: boolean
  isOnly: boolean
  /** `none`: the changes are not shown. */
  status: 'none' | 'loading' | 'failed' | 'ready'
  comparison: Comparison | undefined
  /** Lines that are not in the shown draft, by the index of the line that follows: cut ones, and those with notes. */
  cuts: ReadonlyMap<number, readonly Line[]>
  /** Components that mark the changes; undefined while there is nothing to mark. */
  changeParts: typeof import('./parts.ts') | undefined
  retry: () => void
  change: (change: Partial<DraftAddress>, replace?: boolean) => void
}

export const NO_DRAFTS: OpenDrafts = {
  drafts: undefined,
  shown: undefined,
  isOlder: false,
  since: undefined,
  hasSeveral: false,
  areChangesShown: false,
  isOnly: false,
  status: 'none',
  comparison: undefined,
  cuts: new Map(),
  changeParts: undefined,
  retry: () => undefined,
  change: () => undefined,
}

export const OpenDraftsContext = createContext<OpenDrafts>(NO_DRAFTS)

export const useDrafts = (): OpenDrafts => use(OpenDraftsContext)
