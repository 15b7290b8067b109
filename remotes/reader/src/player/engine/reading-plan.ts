import type { MissingVoice } from '@andscene/screenplay/voices'
import type { Direction } from '@andscene/screenplay/navigation'
import type { ClipRequest } from '../ports.ts'

/** The lines to read, with their voices and order: the player's view of a script. */
export type ReadingPlan = {
  readonly lineCount: number
  /** Returns the first line at or after `index` that is read aloud. */
  spokenFrom(index: number): number | null
  /** Returns the clip request of a line that is read aloud, or its missing voice. */
  request(index: number): ClipRequest | { missing: MissingVoice }
  /** Returns the pause between two lines read one after the other, at 1×. */
  gap(before: number, after: number): number
}

export type MoveUnit = 'line' | 'scene' | 'act'

/** Targets of the player's moves. Pages are counted from 0. */
export type Moves = {
  readonly pageCount: number
  pageOf(line: number): number
  firstLineOf(page: number): number
  /** Returns the target line of a move; undefined at the ends. */
  move(unit: MoveUnit, line: number, direction: Direction): number | undefined
}

export type Reading = ReadingPlan & Moves

/** Maximum number of lines that a run loads ahead of the audible one. */
const MOST_LINES_LOADED = 12

const soundIn = ({ voiceId, language, readsDirections, sound }: ClipRequest) => [
  voiceId,
  language,
  readsDirections,
  sound,
]

/** Returns a fingerprint of the next lines, their voices and sounds: a run restarts when it changes. */
export function upcoming(plan: ReadingPlan, line: number): string {
  const read: unknown[] = [plan.spokenFrom(line) === line]
  let next = plan.spokenFrom(line + 1)
  while (next !== null && read.length <= MOST_LINES_LOADED) {
    const request = plan.request(next)
    read.push([next, 'voiceId' in request ? soundIn(request) : null])
    next = plan.spokenFrom(next + 1)
  }
  return JSON.stringify(read)
}
