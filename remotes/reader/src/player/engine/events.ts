import type { Direction } from '@andscene/screenplay/navigation'
import type { MoveUnit, Reading } from './reading-plan.ts'
import type { Failure, Fault, Heard, Position } from './state.ts'

/** Input of the player: the listener's commands, its timers and the events of a run. `at` is the clock's time. */
export type PlayerEvent = { readonly at: number } & (Command | RunEvent)

/** `audibleAt` is the audible point of the output's timeline. */
export type Command =
  | { type: 'play' | 'stop' | 'retry' | 'clear-error' | 'casting-saved' | 'online' }
  /** The sound that interrupted playback has ended. */
  | { type: 'resume' }
  /** The user has scrolled, or wants the page to follow again. */
  | { type: 'scrolled' | 'follow' }
  /** Returns to the position before a jump, or dismisses that offer. */
  | { type: 'go-back' | 'forget-way-back' }
  | { type: 'pause'; audibleAt: number }
  | { type: 'jump' | 'go-to-line' | 'show-line' | 'restore'; line: number }
  /** Moves to a point of a line's clip and continues in the current state. */
  | { type: 'seek'; to: Position }
  | { type: 'move'; unit: MoveUnit; direction: Direction }
  /** Moves to the next or previous line that is read aloud. */
  | { type: 'move-spoken'; direction: Direction }
  | { type: 'go-to-page'; page: number }
  | { type: 'set-rate'; rate: number }
  | { type: 'set-reading'; reading: Reading }
  | { type: 'set-sleep'; sleep: SleepChoice | null }
  | { type: 'sleep-due'; audibleAt: number }
  /** A timer is due. */
  | { type: TimerName }

/** When the sleep timer pauses: after this long, or after the current scene or act. */
export type SleepChoice = { readonly kind: 'time'; readonly ms: number } | { readonly kind: 'scene' | 'act' }

export type TimerName = 'follow-due' | 'retry-due' | 'reload-due' | 'wait-due'

/** An event of the run with that id. */
export type RunEvent = { run: number } & (
  | { type: 'allowed' }
  | { type: 'refused' | 'fault'; fault: Fault }
  | { type: 'loaded'; line: number; durationMs: number }
  | { type: 'failed'; line: number; failure: Failure }
  /** The clip was dropped because the line got another voice while it loaded. */
  | { type: 'dropped'; line: number }
  | { type: 'audible'; heard: Heard }
  /** The line is silent until more of its clip arrives; then `audible` follows. */
  | { type: 'stalled'; line: number; audibleAt: number }
  /** The timeline has room for another line. */
  | { type: 'room' }
  /** All scheduled sounds have ended. */
  | { type: 'silent' }
  | { type: 'prepared'; line: number; rate: number; audibleAt: number }
)

/** Output of the player. `run` is the id that the resulting events carry. */
export type Effect =
  /** Stops sounds, requests, prefetching and timers, and releases the audio focus. */
  | { type: 'silence' }
  /** Takes the audio focus and requests permission to play: `allowed` or `refused` follows. */
  | { type: 'claim'; run: number }
  /** Fetches and decodes the clip of a line: `loaded`, `failed` or `dropped` follows. */
  | { type: 'load'; run: number; line: number; rate: number }
  /** Schedules a loaded line after the one before: `audible`, `stalled`, `room` and `silent` follow. */
  | { type: 'schedule'; run: number; line: number; offsetMs: number; gapMs: number; rate: number }
  /** Prepares the audible sound for another speed: `prepared` follows. */
  | { type: 'prepare'; run: number; line: number; rate: number }
  /** Ends the former run. With `replay`, its audible sound continues at that point and speed. */
  | { type: 'replace'; run: number; replay: { offsetMs: number; rate: number } | null }
  /** Prefetches the lines after this one, from `afterMs` on. */
  | { type: 'prefetch'; line: number; rate: number; afterMs: number }
  | { type: 'save'; line: number }
  | { type: 'timer'; name: TimerName; ms: number }
  /** Rings the alarm of the sleep timer: `sleep-due` follows. It outlasts `silence`; null ends it. */
  | { type: 'alarm'; ms: number | null }
  /** Changes the volume of all sound over a time. */
  | { type: 'volume'; to: 0 | 1; ms: number }

/** The event being handled: its time, and the collector of its effects. */
export type Turn = { readonly at: number; emit(effect: Effect): void }
