import type { MissingVoice } from '@andscene/screenplay/voices'
import { isAbort } from './errors.ts'
import { gapAtRate } from './line-gaps.ts'
import { MOST_FAILURES_IN_A_ROW } from './limits.ts'
import type { AudioOutput, Clock, Sound, Sounding } from './ports.ts'
import type { ReadingPlan } from './reading-plan.ts'
import type { Sounds } from './sounds.ts'
import { untilAudible } from './waiting.ts'

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

/**
 * One stretch of playing, from a line until something ends it. Each line is put on the output's time line as soon as
 * the one before is audible, so that it begins when it should, whatever timers and the network do.
 */
export function startRun(deps: Deps, from: RunStart, events: RunEvents): Run {
  const { clock, output, plan, sounds } = deps
  const controller = new AbortController()
  const { signal } = controller
  let heard: Heard | null = null
  let scheduled: Sounding | null = null

  /** The sound of a line; tells that it is being waited for once the line before has died away. */
  async function obtain(line: number, load: () => Promise<Sound>): Promise<Sound> {
    let settled = false
    const silence = heard ? untilAudible(clock, output, heard.sounding.endsAt, signal) : Promise.resolve()
    void silence.then(
      () => settled || signal.aborted || events.loading(line),
      () => undefined,
    )
    try {
      return await load()
    } finally {
      settled = true
    }
  }

  const untilSilence = async () => {
    if (heard) await untilAudible(clock, output, heard.sounding.endsAt, signal)
  }

  async function read() {
    let failures = 0
    let firstFailure = 0
    let index = plan.spokenFrom(from.line)
    while (index !== null) {
      const line = index
      const request = plan.request(line)
      const isFirst = line === from.line && heard === null && failures === 0
      if ('missing' in request) {
        await untilSilence()
        return events.ended({ reason: 'voice', line, missing: request.missing })
      }
      let sound: Sound
      const known = isFirst ? from.sound : undefined
      try {
        // With its sound at hand the line goes on without a moment of loading.
        sound = known ?? (await obtain(line, () => sounds.get(request, from.rate, true)))
      } catch (error) {
        await untilSilence()
        signal.throwIfAborted()
        if (failures === 0) firstFailure = line
        failures += 1
        events.failed(line, error)
        if (failures === MOST_FAILURES_IN_A_ROW) {
          return events.ended({ reason: 'failures', line: firstFailure, count: failures, error })
        }
        index = plan.spokenFrom(line + 1)
        continue
      }
      failures = 0
      if (!heard) await from.unlocked
      signal.throwIfAborted()
      const offsetMs = isFirst ? from.offsetMs : 0
      if (offsetMs > 0 && offsetMs >= sound.durationMs - END_TOLERANCE_MS) {
        // Paused after its last word: it has been heard.
        index = plan.spokenFrom(line + 1)
        continue
      }
      const gap: number = heard ? gapAtRate(plan.gap(heard.line, line), from.rate) : 0
      const at: number = Math.max(heard ? heard.sounding.endsAt + gap : 0, output.now())
      const sounding = output.start(sound, { at, offsetMs, rate: from.rate })
      scheduled = sounding
      await untilAudible(clock, output, sounding.startsAt, signal)
      heard = { line, sound, sounding, offsetMs, rate: from.rate }
      events.started(heard)
      index = plan.spokenFrom(line + 1)
    }
    await untilSilence()
    events.ended({ reason: 'completed' })
  }

  read().catch((error: unknown) => {
    if (signal.aborted || isAbort(error)) return
    events.ended({ reason: 'error', line: heard?.line ?? from.line, error })
  })

  return {
    stop() {
      controller.abort()
      scheduled?.stop()
      if (heard?.sounding !== scheduled) heard?.sounding.stop()
    },
    heard: () => heard,
  }
}
