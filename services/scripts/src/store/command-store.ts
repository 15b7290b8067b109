import { randomInt } from 'node:crypto'

/** A command that its consumer has not acknowledged. It is written in one with what caused it (product §10). */
export type PendingCommand = {
  scriptId: string
  kind: 'casting' | 'deleted'
  /** Tells this command from a later one of the same kind. Of a casting: its version. */
  mark: number
  requestId: string
}
/** Which command, without who asked for it. */
export type CommandKey = Pick<PendingCommand, 'scriptId' | 'kind' | 'mark'>

/**
 * Tells one write from all others: microseconds, of which the last three digits are random. Not a counter, because two
 * saves at once would have to count one after the other, which not every MongoDB-compatible server promises.
 */
export const newMark = (): number => Date.now() * 1_000 + randomInt(1_000)

/** When the command of this mark was left, in ms since 1970. */
export const markedAt = (mark: number): number => Math.floor(mark / 1_000)

/** The commands that ScriptStore leaves, kept until they are acknowledged: what the outbox sends. */
export interface CommandStore {
  /** Commands due at `now`: first those that were never sent, then those that were deferred longest ago. */
  due(now: Date, limit: number): Promise<PendingCommand[]>
  /** How many there are that nobody has acknowledged, due or not, and when the oldest was left (ms since 1970). */
  pending(): Promise<{ count: number; oldestAt: number | undefined }>
  /** The command was sent; it is due again at `until` unless it is acknowledged before. A later one of the same script stays as it is. */
  defer(command: CommandKey, until: Date): Promise<void>
  /** The command is carried out durably, and forgotten. A later one of the same script stays pending; an unknown one is no failure. */
  acknowledge(command: CommandKey): Promise<void>
}
