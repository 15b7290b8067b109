import { randomInt } from 'node:crypto'

/** A command that its consumer has not acknowledged. It is written in one with what caused it (product §10). */
export type PendingCommand = {
  scriptId: string
  kind: 'casting' | 'deleted'
  /** Distinguishes this command from a later one of the same kind. For a casting: its version. */
  mark: number
  requestId: string
}
/** The command without the request that caused it. */
export type CommandKey = Pick<PendingCommand, 'scriptId' | 'kind' | 'mark'>

/**
 * Identifies one write: microseconds, of which the last three digits are random. Not a counter, because two
 * concurrent saves would have to count one after the other, which not every MongoDB-compatible server guarantees.
 */
export const newMark = (): number => Date.now() * 1_000 + randomInt(1_000)

/** When the command with this mark was left, in ms since 1970. */
export const markedAt = (mark: number): number => Math.floor(mark / 1_000)
