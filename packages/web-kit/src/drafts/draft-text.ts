import type { Draft, DraftCounts, Drafts } from '@andscene/contracts/drafts'

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`

const KINDS = ['reworded', 'new', 'cut', 'moved'] as const

/** `12 changed lines (8 reworded, 3 new, 1 cut)`. */
export function changesText(counts: DraftCounts): string {
  const kinds = KINDS.filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return 'No changed lines'
  const all = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  const each = kinds.map((kind) => `${counts[kind].toLocaleString()} ${kind}`)
  return `${counted(all, 'changed line')} (${each.join(', ')})`
}

export const hasChanges = (counts: DraftCounts): boolean => KINDS.some((kind) => counts[kind] > 0)

/** `98 pages (+2)`: the count, and the difference to the draft before, if there is one. */
export function withDifference(count: number, before: number | undefined, noun: string): string {
  const difference = before === undefined ? 0 : count - before
  if (difference === 0) return counted(count, noun)
  const sign = difference > 0 ? '+' : '−'
  return `${counted(count, noun)} (${sign}${Math.abs(difference).toLocaleString()})`
}

/** The draft before this one, by number. */
export const draftBefore = ({ drafts }: Drafts, { number }: Pick<Draft, 'number'>): Draft | undefined =>
  drafts.findLast((draft) => draft.number < number)

/** The draft that becomes present when this one is deleted; undefined if it is not the present one. */
export function successorOf({ drafts, present }: Drafts, { number }: Draft): Draft | undefined {
  if (number !== present) return undefined
  return drafts.filter((draft) => draft.number !== number).toSorted((a, b) => b.number - a.number)[0]
}

const UNITS = ['bytes', 'KB', 'MB'] as const

/** `320 KB`, in powers of 1,000. */
export function sizeText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const value = bytes / 1_000 ** power
  const digits = power > 0 && value < 10 ? 1 : 0
  return `${value.toLocaleString(undefined, { maximumFractionDigits: digits })} ${UNITS[power]}`
}

export const scriptAddress = (scriptId: string): string => `/scripts/${encodeURIComponent(scriptId)}`

/** The reader with this draft. */
export const draftAddress = (scriptId: string, number: number, present: number): string =>
  number === present ? scriptAddress(scriptId) : `${scriptAddress(scriptId)}?draft=${number}`

/** The reader with the changes since this draft. */
export const changesAddress = (scriptId: string, since: number): string =>
  `${scriptAddress(scriptId)}?changes=${since}`
