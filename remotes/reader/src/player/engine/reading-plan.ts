import type { MissingVoice } from '@andscene/screenplay/voices'
import type { Direction } from '@andscene/screenplay/navigation'
import type { ClipRequest } from '../ports.ts'

/** What is read, by which voice, in which order: the player's view of a script. */
export type ReadingPlan = {
  readonly lineCount: number
  /** The first line at or after `index` that is read aloud. */
  spokenFrom(index: number): number | null
  /** The clip of a line that is read aloud, or the voice that lacks. */
  request(index: number): ClipRequest | { missing: MissingVoice }
  /** Planned pause between two lines read one after the other, at 1×. */
  gap(before: number, after: number): number
}

export type MoveUnit = 'line' | 'scene' | 'act'

/** Where the player's moves lead. Pages are counted from 0. */
export type Moves = {
  readonly pageCount: number
  pageOf(line: number): number
  firstLineOf(page: number): number
  /** The target line of a move; undefined at the ends. */
  move(unit: MoveUnit, line: number, direction: Direction): number | undefined
}

export type Reading = ReadingPlan & Moves

/** Lines that a run may have in hand ahead of the audible one. */
const IN_HAND = 12

/** What is read from a line on, and by which voices: a run restarts when this changes. */
export function upcoming(plan: ReadingPlan, line: number): string {
  const read: unknown[] = [plan.spokenFrom(line) === line]
  let next = plan.spokenFrom(line + 1)
  while (next !== null && read.length <= IN_HAND) {
    const request = plan.request(next)
    read.push([next, 'voiceId' in request ? request.voiceId : null])
    next = plan.spokenFrom(next + 1)
  }
  return JSON.stringify(read)
}
