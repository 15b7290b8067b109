import type { Direction } from '@andscene/screenplay/navigation'
import { Emitter } from '@andscene/web-kit/emitter'
import { createPrefetcher } from '../clips/prefetcher.ts'
import type { Sounds } from '../clips/sounds.ts'
import type { AudioFocus } from '../output/audio-focus.ts'
import type { AudioOutput, ClipRequest, Clock } from '../ports.ts'
import type { Command, Effect, PlayerEvent, RunEvent, SleepChoice, TimerName } from './events.ts'
import type { MoveUnit, Reading } from './reading-plan.ts'
import { createSequencer, faultOf } from './sequencer.ts'
import { initialState, isActive, isLine, positionAt, type Position } from './state.ts'
import { transition } from './transition.ts'

type Deps = {
  clock: Clock
  output: AudioOutput
  sounds: Sounds
  progress: { save(line: number): void }
  focus: AudioFocus
  reading: Reading
  rate?: number | undefined
}

export type Player = ReturnType<typeof createPlayer>

/** The player of one script (product §4, §5, §8): runs the effects of `transition`, and dispatches their results. */
export function createPlayer({ clock, output, sounds, progress, focus, reading, rate = 1 }: Deps) {
  let state = initialState(reading, rate)
  const { subscribe, emit } = new Emitter()
  const events: PlayerEvent[] = []
  let isWorking = false
  const timers = new Map<TimerName, number>()
  let alarm: number | undefined
  const prefetcher = createPrefetcher({ reading: () => state.reading, sounds, clock })
  const sequencer = createSequencer({ clock, output, sounds, reading: () => state.reading, tell: dispatch })
  const holder = { release: interrupt, resume: () => dispatch({ type: 'resume' }) }

  /** Queues events dispatched during another one, also when a listener throws. */
  function dispatch(event: Command | RunEvent) {
    events.push({ ...event, at: clock.now() })
    if (isWorking) return
    isWorking = true
    try {
      for (let next = events.shift(); next; next = events.shift()) work(next)
    } finally {
      isWorking = false
    }
  }

  function work(event: PlayerEvent) {
    const { shown, run: before } = state
    const { state: changed, effects } = transition(state, event)
    state = changed
    for (const effect of effects) run(effect)
    if (before && !state.run) sounds.dropWaiting()
    if (state.shown !== shown) emit()
  }

  function run(effect: Effect) {
    switch (effect.type) {
      case 'silence':
        sequencer.stop()
        prefetcher.stop()
        for (const id of timers.values()) clock.clearTimeout(id)
        timers.clear()
        return focus.leave(holder)
      case 'claim':
        return claim(effect.run)
      case 'prefetch':
        return prefetcher.moveTo(effect.line, effect.rate, effect.afterMs)
      case 'save':
        return progress.save(effect.line)
      case 'volume':
        return output.setVolume(effect.to, effect.ms)
      case 'alarm':
        return setAlarm(effect.ms)
      case 'timer':
        clock.clearTimeout(timers.get(effect.name))
        timers.set(
          effect.name,
          clock.setTimeout(() => dispatch({ type: effect.name }), effect.ms),
        )
        return
      default:
        return sequencer.run(effect)
    }
  }

  function setAlarm(ms: number | null) {
    clock.clearTimeout(alarm)
    if (ms === null) return
    if (ms === 0) ring()
    else alarm = clock.setTimeout(ring, ms)
  }

  function claim(id: number) {
    focus.take(holder)
    output.unlock().then(
      () => dispatch({ type: 'allowed', run: id }),
      (error: unknown) => dispatch({ type: 'refused', run: id, fault: faultOf(error) }),
    )
  }

  /** While idle, the output is not accessed: that would open the audio device. */
  const audibleNow = () => (state.run?.heard ? output.audibleNow() : 0)

  const ring = () => dispatch({ type: 'sleep-due', audibleAt: audibleNow() })

  function interrupt() {
    dispatch({ type: 'pause', audibleAt: audibleNow() })
  }
  function pause() {
    interrupt()
    // After the listener's own pause, nothing resumes automatically.
    focus.leave(holder)
  }
  const play = () => dispatch({ type: 'play' })
  const stop = () => dispatch({ type: 'stop' })

  /** Loads the stored clip of the first line from there that is read aloud; does not generate it. */
  function prepare(line: number, load: (request: ClipRequest) => Promise<unknown>) {
    const spoken = isLine(state, line) ? state.reading.spokenFrom(line) : null
    const request = spoken === null ? null : state.reading.request(spoken)
    if (!request || 'missing' in request || !request.path) return
    prefetcher.retainAlso(request)
    void load(request).catch(() => undefined)
  }

  const unsubscribe = output.onInterrupted(pause)

  return {
    getSnapshot: () => state.shown,
    subscribe,
    /** Returns the audible or paused position. */
    position: () => positionAt(state, audibleNow()),
    play,
    pause,
    toggle: () => (isActive(state.shown) ? pause() : play()),
    stop,
    retry: () => dispatch({ type: 'retry' }),
    jump: (line: number) => dispatch({ type: 'jump', line }),
    setRate: (next: number) => dispatch({ type: 'set-rate', rate: next }),
    setReading: (next: Reading) => dispatch({ type: 'set-reading', reading: next }),
    goToLine: (line: number) => dispatch({ type: 'go-to-line', line }),
    seek: (to: Position) => dispatch({ type: 'seek', to }),
    move: (unit: MoveUnit, direction: Direction) => dispatch({ type: 'move', unit, direction }),
    moveSpoken: (direction: Direction) => dispatch({ type: 'move-spoken', direction }),
    /** Turns to a page (from 0) and makes its first line the current one. */
    goToPage: (page: number) => dispatch({ type: 'go-to-page', page }),
    /** Shows the page of a line without moving there; playback continues. */
    show: (line: number) => dispatch({ type: 'show-line', line }),
    /** Moves to the stored last line, unless something was played or chosen already. */
    restore: (line: number) => dispatch({ type: 'restore', line }),
    /** The user has scrolled: the page stops following the line until they follow again or press play. */
    scrolled: () => dispatch({ type: 'scrolled' }),
    follow: () => dispatch({ type: 'follow' }),
    goBack: () => dispatch({ type: 'go-back' }),
    forgetWayBack: () => dispatch({ type: 'forget-way-back' }),
    /** Sets the sleep timer; null ends it. */
    setSleep: (sleep: SleepChoice | null) => dispatch({ type: 'set-sleep', sleep }),
    clearError: () => dispatch({ type: 'clear-error' }),
    castingSaved: () => dispatch({ type: 'casting-saved' }),
    /** The network is back: requests a held line immediately, and prefetches again. */
    online() {
      dispatch({ type: 'online' })
      prefetcher.retry()
    },
    /** Fetches the stored clip of a line that will probably be played. Does not open the audio device. */
    warm: (line: number) => prepare(line, sounds.warm),
    /** Fetches and decodes the stored clip of a line under a press. Does not generate it: a touch may only scroll. */
    anticipate: (line: number) =>
      prepare(line, (request) => sounds.get(request, { dueAt: clock.now(), rate: state.shown.rate }, true)),
    dispose() {
      stop()
      dispatch({ type: 'set-sleep', sleep: null })
      unsubscribe()
      sounds.retain([])
    },
  }
}
