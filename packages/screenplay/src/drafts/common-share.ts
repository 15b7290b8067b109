import type { LineChange } from './line-changes.ts'

/** Which share of the lines of the longer draft is in both, from 0 to 1. Below 0.2 it is likely another script. */
export function commonShare(changes: readonly LineChange[]): number {
  const count = (is: (change: LineChange) => boolean) => changes.filter(is).length
  const longer = Math.max(
    count((change) => change.old !== undefined),
    count((change) => change.new !== undefined),
  )
  return longer === 0 ? 1 : count((change) => change.old !== undefined && change.new !== undefined) / longer
}
