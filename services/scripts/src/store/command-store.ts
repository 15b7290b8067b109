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

/** The commands that ScriptStore leaves, stored until they are acknowledged; the outbox sends them. */
export interface CommandStore {
  /** Commands due at `now`: first those that were never sent, then those that were deferred longest ago. */
  due(now: Date, limit: number): Promise<PendingCommand[]>
  /** The number of unacknowledged commands, due or not, and when the oldest was left (ms since 1970). */
  pending(): Promise<{ count: number; oldestAt: number | undefined }>
  /**
   * The command was sent; it is due again at `until` unless it is acknowledged before. A later one of the same script
   * is unchanged.
   */
  defer(command: CommandKey, until: Date): Promise<void>
  /** The command is carried out durably, and forgotten. A later one of the same script stays pending; an unknown one is no failure. */
  acknowledge(command: CommandKey): Promise<void>
}
