import type { AudioFocus } from '../output/audio-focus.ts'
import { NO_LINES } from '../errors.ts'
import { FIRST_LINE_ALONE_MS, PAGE_FOLLOW_GUARD_MS } from '../limits.ts'
import { createPlayerStore, isActive, NOTHING_FAILED, type Position } from './player-state.ts'
import type { AudioOutput, Clock, ProgressStore } from '../ports.ts'
import { createPrefetcher } from '../clips/prefetcher.ts'
import type { Reading, ReadingPlan } from './reading-plan.ts'
import { errorOf } from './run-errors.ts'
import { positionOf, startRun, type Run, type RunEnd, type RunEvents, type RunStart } from './run.ts'
import type { Sounds } from '../clips/sounds.ts'

export type PlaybackDeps = {
  clock: Clock
  output: AudioOutput
  sounds: Sounds
  progress: ProgressStore
  focus: AudioFocus
  reading: Reading
  /** Speed to begin with. */
  rate?: number
}

export type Playback = ReturnType<typeof createPlayback>

/** The reading aloud itself: one run at a time, its clips kept ready, and the state that follows what is audible. */
export function createPlayback(deps: PlaybackDeps) {
  const { clock, output, sounds, progress, focus } = deps
  let { reading } = deps
  const plan: ReadingPlan = {
    get lineCount() {
      return reading.lineCount
    },
    spokenFrom: (index) => reading.spokenFrom(index),
    request: (index) => reading.request(index),
    gap: (before, after) => reading.gap(before, after),
  }
  const prefetcher = createPrefetcher({ plan, sounds, clock })
  const store = createPlayerStore(deps.rate ?? 1)
  const now = store.getSnapshot
  let run: Run | null = null
  /** Where a paused line goes on. */
  let held: Position | null = null
  /** When this playing began to be audible; null until then. */
  let playingSince: number | null = null
  let followTimer: number | undefined
  const whenEnded = new Set<(end: RunEnd) => void>()
  const whenSilenced = new Set<() => void>()

  const holder = { release: () => pause() }

  /** Ends whatever sounds or loads; leaves state to the caller. */
  function silence() {
    run?.stop()
    run = null
    prefetcher.stop()
    clock.clearTimeout(followTimer)
    playingSince = null
    focus.leave(holder)
    for (const listener of whenSilenced) listener()
  }

  const events = (): RunEvents => ({
    loading: (line) => store.set({ state: 'loading', line }),
    started(heard) {
      playingSince ??= clock.now()
      held = null
      store.set({ state: 'playing', line: heard.line, error: null })
      progress.save(heard.line)
      prefetcher.moveTo(heard.line, heard.rate)
      follow()
    },
    failed: (line) => store.set({ line, failedLines: new Set(now().failedLines).add(line) }),
    ended: finish,
  })

  /** While playing the page follows the line, though not in the first 100 ms (product §4). */
  function follow() {
    clock.clearTimeout(followTimer)
    const guarded = PAGE_FOLLOW_GUARD_MS - (clock.now() - (playingSince ?? clock.now()))
    if (guarded > 0) followTimer = clock.setTimeout(follow, guarded)
    else store.set({ page: reading.pageOf(now().line) })
  }

  function finish(end: RunEnd) {
    silence()
    held = null
    for (const listener of whenEnded) listener(end)
    if (end.reason === 'completed') store.set({ state: 'stopped', completions: now().completions + 1 })
    else
      store.set({
        state: 'stopped',
        line: end.line,
        page: reading.pageOf(end.line),
        error: errorOf(end),
      })
  }

  function start(line: number, offsetMs: number) {
    silence()
    if (reading.spokenFrom(0) === null) {
      store.set({ state: 'stopped', error: { kind: 'empty', text: NO_LINES, line: -1 } })
      return
    }
    focus.take(holder)
    const unlocked = output.unlock()
    unlocked.catch(() => undefined)
    store.set({ state: 'loading', line, error: null, failedLines: NOTHING_FAILED })
    begin({ line, offsetMs, rate: now().rate, unlocked })
    // It begins with the first line at the latest.
    prefetcher.moveTo(line, now().rate, FIRST_LINE_ALONE_MS)
  }

  function begin(from: RunStart) {
    run = startRun({ clock, output, plan, sounds }, from, events())
  }

  function pause() {
    if (!isActive(now())) return
    const at = position()
    silence()
    held = at?.line === now().line ? at : null
    store.set({ state: 'paused' })
  }

  /** What is audible, or where it was paused. */
  function position(): Position | null {
    const heard = run?.heard()
    if (!heard) return held
    return { line: heard.line, positionMs: positionOf(heard, output), durationMs: heard.sound.durationMs }
  }

  /** Begins the present run anew where it is, so that a new speed, casting or choice counts from the next sound on. */
  async function restart(): Promise<void> {
    const current = run
    if (!current) return
    const heard = current.heard()
    const isEmpty = reading.spokenFrom(0) === null
    if (!heard || isEmpty || now().state !== 'playing' || heard.line !== now().line) {
      start(now().line, 0)
      return
    }
    const { rate } = now()
    await output.prepare(heard.sound, rate)
    if (run !== current || now().rate !== rate) return
    // The next line has begun meanwhile: now that one goes on.
    if (current.heard() !== heard) return restart()
    const offsetMs = positionOf(heard, output)
    current.stop()
    begin({ line: heard.line, offsetMs, rate, sound: heard.sound, unlocked: Promise.resolve() })
  }

  return {
    store,
    now,
    reading: () => reading,
    /** Takes over another reading; what is under way is left as it is until `restart` or `refill`. */
    replaceReading: (next: Reading) => void (reading = next),
    isLine: (index: number) => Number.isInteger(index) && index >= 0 && index < reading.lineCount,
    start,
    pause,
    position,
    /** Where a paused line goes on, when it is still the current one. */
    heldOffset: () => (held?.line === now().line ? held.positionMs : 0),
    /** Ends what sounds, and forgets the point where a pause had left it. */
    halt() {
      silence()
      held = null
    },
    restart,
    /** What comes is kept ready as the reading has it now. */
    refill: () => prefetcher.moveTo(now().line, now().rate),
    retainAlso: prefetcher.retainAlso,
    /** Called with why a run came to its own end. */
    onEnded: (listener: (end: RunEnd) => void) => void whenEnded.add(listener),
    /** Called before anything else begins, and whenever something ends. */
    onSilenced: (listener: () => void) => void whenSilenced.add(listener),
  }
}
