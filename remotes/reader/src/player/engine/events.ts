import type { Direction } from '@andscene/screenplay/navigation'
import type { MoveUnit, Reading } from './reading-plan.ts'
import type { Failure, Fault, Heard, Position } from './state.ts'

/** Input of the player: commands of the listener, its own timers, and news of the run. `at` is the clock's time. */
export type PlayerEvent = { readonly at: number } & (Command | RunEvent)

/** `audibleAt` is always the audible point of the output's time line. */
export type Command =
  | { type: 'play' | 'stop' | 'retry' | 'clear-error' | 'casting-saved' | 'online' }
  /** The sound that interrupted playback has ended. */
  | { type: 'resume' }
  /** The person has scrolled, or asks to have the page follow again. */
  | { type: 'scrolled' | 'follow' }
  /** Back to where playback was before a jump; or the user declines that. */
  | { type: 'go-back' | 'forget-way-back' }
  | { type: 'pause'; audibleAt: number }
  | { type: 'jump' | 'go-to-line' | 'show-line' | 'restore'; line: number }
  /** To a point of a line's clip: playback continues there, or is paused there. */
  | { type: 'seek'; to: Position }
  | { type: 'move'; unit: MoveUnit; direction: Direction }
  /** To the next line that is read aloud, or to the one before. */
  | { type: 'move-spoken'; direction: Direction }
  | { type: 'go-to-page'; page: number }
  | { type: 'set-rate'; rate: number }
  | { type: 'set-reading'; reading: Reading }
  /** A timer is due. */
  | { type: TimerName }

export type TimerName = 'follow-due' | 'retry-due' | 'reload-due' | 'wait-due'

/** News of the run with that id. */
export type RunEvent = { run: number } & (
  | { type: 'allowed' }
  | { type: 'refused' | 'fault'; fault: Fault }
  | { type: 'loaded'; line: number; durationMs: number }
  | { type: 'failed'; line: number; failure: Failure }
  /** Its clip was dropped because another one is wanted now: a new voice was given while it loaded. */
  | { type: 'dropped'; line: number }
  | { type: 'audible'; heard: Heard }
  /** The line is silent because the rest of it has not come yet; `audible` follows when it has. */
  | { type: 'stalled'; line: number; audibleAt: number }
  /** The time line has room for another line. */
  | { type: 'room' }
  /** All that was on the time line has died away. */
  | { type: 'silent' }
  | { type: 'prepared'; line: number; rate: number; audibleAt: number }
)

/** What is to be done. `run` is the id that the news of it carry. */
export type Effect =
  /** Ends sounds, requests, prefetching and timers, and gives the audio focus back. */
  | { type: 'silence' }
  /** Takes the audio focus and asks the browser for permission: `allowed` or `refused` follows. */
  | { type: 'claim'; run: number }
  /** Fetches and decodes the clip of a line: `loaded`, `failed` or `dropped` follows. */
  | { type: 'load'; run: number; line: number; rate: number }
  /** Puts the loaded line on the time line, behind the one before: `audible`, `stalled`, `room` and `silent` follow. */
  | { type: 'schedule'; run: number; line: number; offsetMs: number; gapMs: number; rate: number }
  /** Makes the audible sound ready for a speed: `prepared` follows. */
  | { type: 'prepare'; run: number; line: number; rate: number }
  /** Ends the former run. With `replay` its audible sound continues at that point and speed. */
  | { type: 'replace'; run: number; replay: { offsetMs: number; rate: number } | null }
  /** Keeps ready what follows the line, from `afterMs` on. */
  | { type: 'prefetch'; line: number; rate: number; afterMs: number }
  | { type: 'save'; line: number }
  | { type: 'timer'; name: TimerName; ms: number }

/** One event being worked on: when it came, and the collector of what is to be done for it. */
export type Turn = { readonly at: number; emit(effect: Effect): void }
