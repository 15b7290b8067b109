import type { MissingVoice } from '@andscene/screenplay/voices'
import { ClipError, isAbort } from '../errors.ts'
import { gapAtRate } from './line-gaps.ts'
import { MOST_FAILURES_IN_A_ROW } from '../limits.ts'
import type { AudioOutput, Clock, Sound, Sounding } from '../ports.ts'
import type { ReadingPlan } from './reading-plan.ts'
import type { Sounds } from '../clips/sounds.ts'
import { untilAudible } from '../output/waiting.ts'

/** The line that is audible. */
export type Heard = { line: number; sound: Sound; sounding: Sounding; offsetMs: number; rate: number }

export type RunEvents = {
  /** The next line is not there yet, and nothing sounds. */
  loading(line: number): void
  /** The line is audible from now on. */
  started(heard: Heard): void
  /** The line cannot be had; the next follows. */
  failed(line: number, error: unknown): void
  /** The run is over: no voice, too many failures, no permission to sound, or the end of the script. */
  ended(end: RunEnd): void
}

export type RunEnd =
  | { reason: 'completed' }
  | { reason: 'voice'; line: number; missing: MissingVoice }
  | { reason: 'failures'; line: number; count: number; error: unknown }
  | { reason: 'error'; line: number; error: unknown }

export type RunStart = {
  line: number
  offsetMs: number
  rate: number
  /** A sound at hand for that line, so that a change of speed does not even load. */
  sound?: Sound | undefined
  /** Resolves when the browser lets us sound. */
  unlocked: Promise<void>
}

export type Run = { stop(): void; heard(): Heard | null }

type Deps = { clock: Clock; output: AudioOutput; plan: ReadingPlan; sounds: Sounds }

/** Within this of its end, a line counts as heard when playback resumes. */
const END_TOLERANCE_MS = 30

/** The point of the sound at 1× that is audible now. */
export function positionOf(heard: Heard, output: AudioOutput): number {
  const passed = (output.audibleNow() - heard.sounding.startsAt) * heard.rate
  return Math.min(Math.max(heard.offsetMs + passed, heard.offsetMs), heard.sound.durationMs)
}

/** Lines are put on the time line until at least this much sound is there, so that late timers do no harm. */
const HORIZON_MS = 2_500

/**
 * One stretch of playing, from a line until something ends it. Lines are put on the output's time line well before they
 * begin, each at its exact place, whatever timers and the network do; the events follow what is audible.
 */
export function startRun(deps: Deps, from: RunStart, events: RunEvents): Run {
  const { clock, output, plan, sounds } = deps
  const controller = new AbortController()
  const { signal } = controller
  /** On the time line and not over yet, in order. */
  let scheduled: Heard[] = []
  /** The last of them, over or not. */
  let last: Heard | null = null
  let heard: Heard | null = null
  let told: Promise<void> = Promise.resolve()

  const untilSilence = async () => {
    if (last) await untilAudible(clock, output, last.sounding.endsAt, signal)
    await told
    // Nothing is told by a run that has been stopped.
    signal.throwIfAborted()
  }

  /** The sound of a line; tells that it is being waited for once all before it has died away. */
  async function obtain(line: number, load: () => Promise<Sound>): Promise<Sound> {
    let settled = false
    void untilSilence().then(
      () => settled || signal.aborted || events.loading(line),
      () => undefined,
    )
    try {
      return await load()
    } finally {
      settled = true
    }
  }

  /** Tells of a line when it becomes audible, never before the ones in front of it. */
  function follow(item: Heard) {
    told = told.then(async () => {
      await untilAudible(clock, output, item.sounding.startsAt, signal)
      signal.throwIfAborted()
      scheduled = scheduled.slice(scheduled.indexOf(item))
      heard = item
      events.started(item)
    })
    told.catch(() => undefined)
  }

  function schedule(line: number, sound: Sound, offsetMs: number) {
    const gap = last ? gapAtRate(plan.gap(last.line, line), from.rate) : 0
    const at = Math.max(last ? last.sounding.endsAt + gap : 0, output.now())
    const sounding = output.start(sound, { at, offsetMs, rate: from.rate })
    last = { line, sound, sounding, offsetMs, rate: from.rate }
    scheduled.push(last)
    follow(last)
  }

  async function read() {
    const failures: { line: number; error: unknown }[] = []
    const giveUp = () => {
      const { line } = failures[0]!
      const { error } = failures.at(-1)!
      events.ended({ reason: 'failures', line, count: failures.length, error })
    }
    let index = plan.spokenFrom(from.line)
    while (index !== null) {
      const line = index
      index = plan.spokenFrom(line + 1)
      const request = plan.request(line)
      const isFirst = line === from.line
      if ('missing' in request) {
        await untilSilence()
        return events.ended({ reason: 'voice', line, missing: request.missing })
      }
      let sound: Sound
      try {
        // With its sound at hand the line goes on without a moment of loading.
        sound =
          isFirst && from.sound ? from.sound : await obtain(line, () => sounds.get(request, from.rate, true))
      } catch (error) {
        signal.throwIfAborted()
        if (isAbort(error)) {
          // Its clip was dropped because another one is wanted now: a new voice was given while it loaded.
          index = line
          continue
        }
        await untilSilence()
        // Hours away: no line that has still to be made can be had, and going on would skip through the script.
        if (error instanceof ClipError && error.isAllowanceUsedUp)
          return events.ended({ reason: 'error', line, error })
        failures.push({ line, error })
        events.failed(line, error)
        if (failures.length < MOST_FAILURES_IN_A_ROW) continue
        return giveUp()
      }
      failures.length = 0
      if (!last) await from.unlocked
      signal.throwIfAborted()
      const offsetMs = isFirst ? from.offsetMs : 0
      // Paused after its last word, it has been heard.
      if (offsetMs > 0 && offsetMs >= sound.durationMs - END_TOLERANCE_MS) continue
      schedule(line, sound, offsetMs)
      await untilAudible(clock, output, last!.sounding.endsAt - HORIZON_MS, signal)
    }
    await untilSilence()
    // What could not be had to the very end has not been read.
    if (failures.length > 0) giveUp()
    else events.ended({ reason: 'completed' })
  }

  read().catch((error: unknown) => {
    if (signal.aborted || isAbort(error)) return
    events.ended({ reason: 'error', line: heard?.line ?? from.line, error })
  })

  return {
    stop() {
      controller.abort()
      for (const item of scheduled) item.sounding.stop()
    },
    heard: () => heard,
  }
}
