import type { Sounds } from '../clips/sounds.ts'
import { awayOf, ClipError, isAbort, SoundBlockedError } from '../errors.ts'
import { untilAudible } from '../output/waiting.ts'
import type { AudioOutput, Clock, Resumption, Sound, Sounding } from '../ports.ts'
import type { Effect, RunEvent } from './events.ts'
import type { ReadingPlan } from './reading-plan.ts'
import type { Failure, Fault } from './state.ts'

/** Lines are scheduled until at least this much sound is ahead, so that late timers cause no gap. */
const HORIZON_MS = 2_500

type Scheduled = { line: number; sound: Sound; sounding: Sounding }
type Track = {
  id: number
  controller: AbortController
  /** Loaded sounds that are not scheduled yet. */
  loaded: Map<number, Sound>
  /** Scheduled sounds that have not ended, in order. */
  scheduled: Scheduled[]
  /** The last scheduled sound, ended or not. */
  last: Scheduled | null
  heard: Scheduled | null
  /** Resolves when all events scheduled so far have been reported. */
  reported: Promise<void>
}

type Task = Extract<Effect, { type: 'load' | 'schedule' | 'prepare' | 'replace' }>
type Deps = {
  clock: Clock
  output: AudioOutput
  sounds: Sounds
  /** Returns the current reading plan. */
  reading: () => ReadingPlan
  tell: (event: RunEvent) => void
}

const failureOf = (error: unknown): Failure => ({
  text: error instanceof Error ? error.message : String(error),
  away: awayOf(error),
  isUsedUp: error instanceof ClipError && error.isAllowanceUsedUp,
})

export const faultOf = (error: unknown): Fault => ({
  kind: error instanceof SoundBlockedError ? 'blocked' : 'line',
  text: error instanceof Error ? error.message : String(error),
})

/** Loads lines and schedules them at exact points of the output's timeline; makes no decisions, and reports events. */
export function createSequencer({ clock, output, sounds, reading, tell }: Deps) {
  let track: Track | null = null

  function begin(id: number): Track {
    track = {
      id,
      controller: new AbortController(),
      loaded: new Map(),
      scheduled: [],
      last: null,
      heard: null,
      reported: Promise.resolve(),
    }
    return track
  }

  function stop() {
    track?.controller.abort()
    for (const { sounding } of track?.scheduled ?? []) sounding.stop()
    track = null
  }

  /** Runs asynchronous work; a stopped run reports nothing. */
  async function follow({ id, controller: { signal } }: Track, work: () => Promise<RunEvent | null>) {
    try {
      const event = await work()
      if (event && !signal.aborted) tell(event)
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) tell({ type: 'fault', run: id, fault: faultOf(error) })
    }
  }

  async function load(own: Track, { run, line, rate }: Extract<Task, { type: 'load' }>): Promise<RunEvent> {
    try {
      const request = reading().request(line)
      if ('missing' in request) return { type: 'dropped', run, line }
      const before = own.last ? Math.max(0, own.last.sounding.endsAt - output.now()) : 0
      const sound = await sounds.get(request, { dueAt: clock.now() + before, rate }, true)
      own.loaded.set(line, sound)
      return { type: 'loaded', run, line, durationMs: sound.durationMs }
    } catch (error) {
      if (isAbort(error)) return { type: 'dropped', run, line }
      return { type: 'failed', run, line, failure: failureOf(error) }
    }
  }

  function put(own: Track, line: number, sound: Sound, at: number, offsetMs: number, rate: number) {
    const { id: run } = own
    const { signal } = own.controller
    const { durationMs } = sound
    // After an unplanned silence, the position has changed: report it again.
    const onResumed = (resumed: Resumption) => {
      void follow(own, async () => {
        await untilAudible(clock, output, resumed.startsAt, signal)
        return { type: 'audible', run, heard: { line, ...resumed, durationMs, rate } }
      })
      watchStall()
    }
    const watchStall = () =>
      void follow(own, async () => {
        for (let from = sounding.silentFrom; from !== undefined;) {
          await untilAudible(clock, output, from, signal)
          await own.reported
          const later = sounding.silentFrom
          if (later === from) return { type: 'stalled', run, line, audibleAt: output.audibleNow() }
          from = later
        }
        return null
      })
    const sounding = output.start(sound, { at, offsetMs, rate, onResumed })
    const item: Scheduled = { line, sound, sounding }
    own.last = item
    own.scheduled.push(item)
    const { startsAt, whole } = sounding
    // A line is reported when it becomes audible, always in order.
    own.reported = own.reported.then(() =>
      follow(own, async () => {
        await untilAudible(clock, output, startsAt, signal)
        own.scheduled = own.scheduled.slice(own.scheduled.indexOf(item))
        own.heard = item
        return {
          type: 'audible',
          run,
          heard: { line, startsAt, offsetMs, durationMs, rate },
        }
      }),
    )
    watchStall()
    /** The end of a line that is still being generated is only known when it is complete. */
    async function untilRoom(): Promise<RunEvent | null> {
      try {
        await whole
      } catch (error) {
        return isAbort(error) ? null : { type: 'failed', run, line, failure: failureOf(error) }
      }
      await untilAudible(clock, output, sounding.endsAt - HORIZON_MS, signal)
      return { type: 'room', run }
    }
    void follow(own, untilRoom).then(() =>
      follow(own, async () => {
        await untilAudible(clock, output, sounding.endsAt, signal)
        await own.reported
        // Called here: a returned event would be reported after a line that is scheduled meanwhile.
        if (own.last === item && !signal.aborted) tell({ type: 'silent', run })
        return null
      }),
    )
  }

  function schedule(own: Track, { line, offsetMs, gapMs, rate }: Extract<Task, { type: 'schedule' }>) {
    const sound = own.loaded.get(line)!
    own.loaded.delete(line)
    const at = Math.max(own.last ? own.last.sounding.endsAt + gapMs : 0, output.now())
    put(own, line, sound, at, offsetMs, rate)
  }

  function replace({ run, replay }: Extract<Task, { type: 'replace' }>) {
    const heard = track?.heard
    stop()
    const next = begin(run)
    if (heard && replay) put(next, heard.line, heard.sound, output.now(), replay.offsetMs, replay.rate)
  }

  function perform(task: Task) {
    if (task.type === 'replace') return replace(task)
    const own = track?.id === task.run ? track : begin(task.run)
    if (task.type === 'load') void follow(own, () => load(own, task))
    else if (task.type === 'schedule') schedule(own, task)
    else {
      const { heard } = own
      void follow(own, async () => {
        if (heard) await output.prepare(heard.sound, task.rate)
        const { run, line, rate } = task
        return { type: 'prepared', run, line, rate, audibleAt: output.audibleNow() }
      })
    }
  }

  return {
    stop,
    run(task: Task) {
      try {
        perform(task)
      } catch (error) {
        // An error of the output ends the run.
        tell({ type: 'fault', run: task.run, fault: faultOf(error) })
      }
    },
  }
}
