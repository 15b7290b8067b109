import { ClipError, isAbort } from '../errors.ts'
import {
  LINES_AHEAD,
  MOST_LINES_AHEAD,
  PRECACHE_PAUSE_MS,
  REFUSED_PAUSE_MS,
  SOUND_AHEAD_MS,
} from '../limits.ts'
import type { ClipRequest, Clock, Due } from '../ports.ts'
import type { ReadingPlan } from '../engine/reading-plan.ts'
import { soundKey, type Sounds } from './sounds.ts'

/** Estimated speech per character, for a clip without a known length. */
const MS_PER_CHARACTER = 60

type Deps = {
  reading: () => ReadingPlan
  sounds: Sounds
  clock: Clock
}

/** Keeps 3 lines and 8 s of audio ready (product §4), then adds one line every 500 ms (product §9). */
export function createPrefetcher({ reading, sounds, clock }: Deps) {
  let ahead: ClipRequest[] = []
  /** The clips to retain: of the current line and the next ones. */
  let kept: readonly ClipRequest[] = []
  let rate = 1
  /** When the next line is due if playback continues. */
  let firstDueAt = 0
  let failed = new Set<string>()
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let timer: number | undefined
  let running = false
  /** No requests before this time. */
  let notBefore = Number.NEGATIVE_INFINITY
  /** No requests for clips without a path before this time: the daily allowance is used up. */
  let refusedUntil = Number.NEGATIVE_INFINITY
  const isRefused = ({ path }: ClipRequest) => path === undefined && clock.now() < refusedUntil

  function windowAfter(line: number): ClipRequest[] {
    const plan = reading()
    const found: ClipRequest[] = []
    let index = plan.spokenFrom(line + 1)
    while (index !== null && found.length < MOST_LINES_AHEAD) {
      const request = plan.request(index)
      // Playback stops at a line without a voice, so nothing after it is needed.
      if ('missing' in request) break
      found.push(request)
      index = plan.spokenFrom(index + 1)
    }
    return found
  }

  const lengthOf = (request: ClipRequest) =>
    sounds.ready(request)?.durationMs ?? request.text.length * MS_PER_CHARACTER

  function fill() {
    clock.clearTimeout(timer)
    timer = undefined
    if (!running) return
    const early = notBefore - clock.now()
    if (early > 0) {
      timer = clock.setTimeout(fill, early)
      return
    }
    let soundMs = 0
    let waiting = false
    for (const [index, request] of ahead.entries()) {
      const isFloor = index < LINES_AHEAD || soundMs < SOUND_AHEAD_MS
      const ready = sounds.ready(request)
      const dueAt = firstDueAt + soundMs
      soundMs += lengthOf(request) / rate
      if (ready || failed.has(soundKey(request)) || isRefused(request)) continue
      if (isFloor) {
        waiting = true
        ask(request, { dueAt, rate })
      } else if (!waiting && failed.size === 0 && !sounds.known(request)) {
        const pause = lastRequestAt + PRECACHE_PAUSE_MS - clock.now()
        if (pause > 0) timer = clock.setTimeout(fill, pause)
        else ask(request)
        return
      }
    }
  }

  const asked = new Set<string>()
  /** A `due` clip is also decoded. */
  function ask(request: ClipRequest, due?: Due) {
    const key = soundKey(request)
    if (asked.has(key)) return
    if (!sounds.known(request)) lastRequestAt = clock.now()
    asked.add(key)
    const work = due ? sounds.get(request, due) : sounds.warm(request)
    void work
      .catch((error: unknown) => {
        // The listener has moved elsewhere.
        if (isAbort(error)) return
        failed.add(key)
        if (error instanceof ClipError && error.isAllowanceUsedUp)
          refusedUntil = clock.now() + Math.min(error.retryAfterMs ?? REFUSED_PAUSE_MS, REFUSED_PAUSE_MS)
      })
      .then(() => {
        asked.delete(key)
        fill()
      })
  }

  return {
    /** Moves to this line: prefetches the next ones from `afterMs` on, and drops the others. */
    moveTo(line: number, atRate: number, afterMs = 0) {
      running = true
      rate = atRate
      failed = new Set()
      ahead = windowAfter(line)
      const own = reading().request(line)
      kept = 'missing' in own ? ahead : [own, ...ahead]
      firstDueAt = clock.now() + ('missing' in own ? 0 : lengthOf(own) / rate)
      sounds.retain(kept)
      notBefore = clock.now() + afterMs
      fill()
    },
    /** The backend is available again: requests failed lines again. */
    retry() {
      failed = new Set()
      fill()
    },
    /** Retains one more clip: only one, because touches that only scroll would fill the memory. */
    retainAlso: (request: ClipRequest) => sounds.retain([...kept, request]),
    stop() {
      running = false
      clock.clearTimeout(timer)
    },
  }
}
