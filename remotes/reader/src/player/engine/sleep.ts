import { SLEEP_FADE_MS, WAKE_FADE_MS } from '../limits.ts'
import { silence } from './endings.ts'
import type { Effect, PlayerEvent, SleepChoice, Turn } from './events.ts'
import { errorAtHand, pageShownWith, positionAt, show, type PlayerState } from './state.ts'

/* The sleep timer (product §4) pauses at a time, after a fade, or after the last line of a scene or act, without one. */

/** Commands of a listener who is awake: they end the timer during its fade, and its message. */
const COMMANDS: ReadonlySet<PlayerEvent['type']> = new Set<PlayerEvent['type']>([
  'play',
  'retry',
  'jump',
  'seek',
  'go-to-line',
  'go-to-page',
  'move',
  'move-spoken',
  'go-back',
])

/** Sets or, with null, ends the timer. */
export function setSleep(before: PlayerState, choice: SleepChoice | null, turn: Turn): PlayerState {
  const state = restoreVolume(before, WAKE_FADE_MS, turn)
  if (choice?.kind !== 'time') {
    turn.emit({ type: 'alarm', ms: null })
    return show(state, { sleep: choice })
  }
  const { ms } = choice
  turn.emit({ type: 'alarm', ms: Math.max(ms - SLEEP_FADE_MS, 0) })
  return show(state, { sleep: { kind: 'time', ms, endsAt: turn.at + ms, isFading: false } })
}

export function wakeBy(state: PlayerState, event: PlayerEvent, turn: Turn): PlayerState {
  const isOver = state.shown.sleep?.kind === 'over'
  return COMMANDS.has(event.type) && (isOver || isFading(state)) ? setSleep(state, null, turn) : state
}

const isFading = ({ shown: { sleep } }: PlayerState) => sleep?.kind === 'time' && sleep.isFading

/** In a hidden tab, timers may run once a minute: any other event then rings the alarm that is overdue. */
export function ringIfOverdue({ shown: { sleep } }: PlayerState, effects: Effect[], turn: Turn): void {
  if (sleep?.kind !== 'time' || effects.some(({ type }) => type === 'alarm')) return
  if (turn.at >= sleep.endsAt - (sleep.isFading ? 0 : SLEEP_FADE_MS)) turn.emit({ type: 'alarm', ms: 0 })
}

/** The alarm rings twice: for the fade, and for its end. */
export function sleepDue(state: PlayerState, audibleAt: number, turn: Turn): PlayerState {
  const { sleep } = state.shown
  if (sleep?.kind !== 'time') return state
  const startsInMs = sleep.endsAt - SLEEP_FADE_MS - turn.at
  if (startsInMs > 0) {
    turn.emit({ type: 'alarm', ms: startsInMs })
    return state
  }
  // A late alarm fades too: an abrupt end wakes people.
  if (!sleep.isFading && state.run) {
    turn.emit({ type: 'volume', to: 0, ms: SLEEP_FADE_MS })
    turn.emit({ type: 'alarm', ms: SLEEP_FADE_MS })
    const fading = { ...sleep, endsAt: turn.at + SLEEP_FADE_MS, isFading: true }
    return show({ ...state, isFaded: true }, { sleep: fading })
  }
  const leftMs = sleep.endsAt - turn.at
  if (leftMs > 0) {
    turn.emit({ type: 'alarm', ms: leftMs })
    return state
  }
  const position = positionAt(state, audibleAt)
  const held = position?.line === state.shown.line ? position : null
  const wasPlaying = state.run !== null
  // Also when paused: a preview that interrupted playback must not resume it.
  const silent = { ...silence(state, turn), held }
  if (!wasPlaying) return show(silent, { sleep: null })
  return show(silent, { state: 'paused', error: errorAtHand(state), sleep: { kind: 'over' } })
}

/**
 * Returns the first line after the scene or act of line `from`, if the timer pauses there: at or before the line `to`
 * that would be played next. The end of the script is not a pause.
 */
export function sleepLine({ shown: { sleep }, reading }: PlayerState, from: number, to: number) {
  if (sleep?.kind !== 'scene' && sleep?.kind !== 'act') return undefined
  const next = reading.move(sleep.kind, from, 'next')
  return next !== undefined && next <= to ? next : undefined
}

/** The scene or act has been heard: pauses at the start of the next one. */
export const sleepAt = (state: PlayerState, line: number, turn: Turn): PlayerState =>
  show(
    { ...silence(state, turn), held: null },
    { state: 'paused', line, error: null, sleep: { kind: 'over' }, ...pageShownWith(state, line) },
  )

/** Playback starts: full volume, unless the timer is fading it out. */
export const wakeUp = (state: PlayerState, turn: Turn): PlayerState =>
  isFading(state) ? state : restoreVolume(state, 0, turn)

function restoreVolume(state: PlayerState, ms: number, turn: Turn): PlayerState {
  if (!state.isFaded) return state
  turn.emit({ type: 'volume', to: 1, ms })
  return { ...state, isFaded: false }
}
