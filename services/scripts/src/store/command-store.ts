import { randomInt } from 'node:crypto'

/** An unacknowledged command. It is stored in the same write as the change that caused it (product §10). */
export type PendingCommand = {
  scriptId: string
  kind: 'casting' | 'deleted'
  /** Distinguishes this command from a later one of the same kind. For a casting: its version. */
  mark: number
  requestId: string
}
/** A command without the id of the request that caused it. */
export type CommandKey = Pick<PendingCommand, 'scriptId' | 'kind' | 'mark'>

/**
 * Returns a mark that identifies one write: microseconds, with random last three digits. Not a counter, because not
 * every MongoDB-compatible server lets two concurrent saves increment one reliably.
 */
export const newMark = (): number => Date.now() * 1_000 + randomInt(1_000)

/** The version of a casting after a change: the clocks of two processes differ, but a version never decreases. */
export const nextVersion = (castingVersion: number): number => Math.max(newMark(), castingVersion + 1)

/** When the command with this mark was stored, in ms since 1970. */
export const markedAt = (mark: number): number => Math.floor(mark / 1_000)
