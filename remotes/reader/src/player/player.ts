import type { Direction } from '@andscene/screenplay/navigation'
import { missingVoiceMessage } from '@andscene/screenplay/voices'
import type { AudioFocus } from './audio-focus.ts'
import {
  ClipError,
  gaveUp,
  invalidLineIndex,
  NO_LINES,
  SoundBlockedError,
  type PlayerError,
} from './errors.ts'
import { PAGE_FOLLOW_GUARD_MS, RESUME_WHEN_ONLINE_MS, RETRY_AFTER_CASTING_MS } from './limits.ts'
import type { AudioOutput, Clock, ProgressStore } from './ports.ts'
import { createPrefetcher } from './prefetcher.ts'
import type { MoveUnit, Reading, ReadingPlan } from './reading-plan.ts'
import { positionOf, startRun, type Run, type RunEnd, type RunEvents, type RunStart } from './run.ts'
import type { Sounds } from './sounds.ts'
import { createStore } from './store.ts'

/** SPEC §4, sequential playback. */
export type PlayerState = 'idle' | 'loading' | 'playing' | 'paused' | 'stopped'

export type PlayerSnapshot = {
  readonly state: PlayerState
  /** The current line, from 0; -1 when there is none. */
  readonly line: number
  /** The page on show, from 0. */
  readonly page: number
  readonly rate: number
  /** Why playback cannot go on. Cleared by whatever starts it again. */
  readonly error: PlayerError | null
  /** Lines that could not be had since playing began. */
  readonly failedLines: ReadonlySet<number>
  /** How often playback has come to the end. */
  readonly completions: number
}

/** A point in a line's clip, in milliseconds at 1×. */
export type Position = { line: number; positionMs: number; durationMs: number }

export type PlayerDeps = {
  clock: Clock
  output: AudioOutput
  sounds: Sounds
  progress: ProgressStore
  focus: AudioFocus
  reading: Reading
  /** Speed to begin with. */
  rate?: number
}

export type Player = ReturnType<typeof createPlayer>

/** Lines that a run may have in hand ahead of the audible one. */
const IN_HAND = 12

/** What is read from a line on, and by whom: a run that is under way is begun anew when this changes. */
function upcoming(plan: ReadingPlan, line: number): string {
  const read: unknown[] = [plan.spokenFrom(line) === line]
  let next = plan.spokenFrom(line + 1)
  while (next !== null && read.length <= IN_HAND) {
    const request = plan.request(next)
    read.push([next, 'voiceId' in request ? request.voiceId : null])
    next = plan.spokenFrom(next + 1)
  }
  return JSON.stringify(read)
}

const NOTHING_FAILED: ReadonlySet<number> = new Set()

/** The player of one script (SPEC §4, §5, §8): no React, no DOM; everything it touches is injected. */
export function createPlayer({
  clock,
  output,
  sounds,
  progress,
  focus,
  reading: first,
  rate: firstRate = 1,
}: PlayerDeps) {
  let reading = first
  const plan: ReadingPlan = {
    get lineCount() {
      return reading.lineCount
    },
    spokenFrom: (index) => reading.spokenFrom(index),
    request: (index) => reading.request(index),
    gap: (before, after) => reading.gap(before, after),
  }
  const prefetcher = createPrefetcher({ plan, sounds, clock })
  const store = createStore<PlayerSnapshot>({
    state: 'idle',
    line: -1,
    page: 0,
    rate: firstRate,
    error: null,
    failedLines: NOTHING_FAILED,
    completions: 0,
  })
  const now = store.getSnapshot
  let run: Run | null = null
  /** Where a paused line goes on. */
  let held: Position | null = null
  /** When this playing began to be audible; null until then. */
  let playingSince: number | null = null
  /** When too many failures last stopped it. */
  let failedAt = Number.NEGATIVE_INFINITY
  /** Whether it was a missing voice that stopped it; forgotten with the next command. */
  let wantsVoice = false
  let followTimer: number | undefined
  let castingTimer: number | undefined

  const isActive = () => now().state === 'playing' || now().state === 'loading'

  const holder = { release: () => pause() }

  /** Ends whatever sounds or loads; leaves state to the caller. */
  function silence() {
    run?.stop()
    run = null
    prefetcher.stop()
    clock.clearTimeout(followTimer)
    clock.clearTimeout(castingTimer)
    playingSince = null
    wantsVoice = false
    focus.leave(holder)
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

  /** While playing the page follows the line, though not in the first 100 ms (SPEC §4). */
  function follow() {
    clock.clearTimeout(followTimer)
    const guarded = PAGE_FOLLOW_GUARD_MS - (clock.now() - (playingSince ?? clock.now()))
    if (guarded > 0) followTimer = clock.setTimeout(follow, guarded)
    else store.set({ page: reading.pageOf(now().line) })
  }

  function finish(end: RunEnd) {
    silence()
    held = null
    if (end.reason === 'completed') {
      store.set({ state: 'stopped', completions: now().completions + 1 })
    } else if (end.reason === 'voice') {
      const { line, missing } = end
      wantsVoice = true
      stopAt(line, { kind: 'voice', text: missingVoiceMessage(missing), line, missing })
    } else if (end.reason === 'failures') {
      failedAt = clock.now()
      const offline = end.error instanceof ClipError && end.error.status === 0
      stopAt(end.line, { kind: 'failed', text: gaveUp(end.line, end.count), line: end.line, offline })
    } else {
      const { line, error } = end
      const text = error instanceof Error ? error.message : String(error)
      stopAt(line, { kind: error instanceof SoundBlockedError ? 'blocked' : 'line', text, line })
    }
  }

  const stopAt = (line: number, error: PlayerError) =>
    store.set({ state: 'stopped', line, error, page: reading.pageOf(line) })

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
    prefetcher.moveTo(line, now().rate)
  }

  function begin(from: RunStart) {
    run = startRun({ clock, output, plan, sounds }, from, events())
  }

  /** From the current line, or line 0 if none (SPEC §4). After a pause, from where it was. */
  function play() {
    const { state, line } = now()
    if (state === 'playing' || state === 'loading') return
    start(Math.max(line, 0), state === 'paused' && held?.line === line ? held.positionMs : 0)
  }

  function pause() {
    if (!isActive()) return
    const at = position()
    silence()
    held = at?.line === now().line ? at : null
    store.set({ state: 'paused' })
  }

  function stop() {
    silence()
    held = null
    store.set({ state: 'stopped' })
  }

  /** Clears the error marker and replays the current line (SPEC §4). */
  function retry() {
    start(Math.max(now().line, 0), 0)
  }

  const isLine = (index: number) => Number.isInteger(index) && index >= 0 && index < reading.lineCount

  /** Stops audio, sets the line and plays it (SPEC §4). The line that is just being started is let be (RULINGS). */
  function jump(index: number) {
    if (!isLine(index)) {
      store.set({ error: { kind: 'line', text: invalidLineIndex(index), line: now().line } })
      return
    }
    if (now().state === 'loading' && now().line === index) return
    start(index, 0)
  }

  /** Stops playback, sets the line and shows its page (SPEC §4); out of range is ignored (SPEC §5). */
  function moveTo(index: number | undefined) {
    if (index === undefined || !isLine(index)) return
    silence()
    held = null
    store.set({
      state: now().state === 'idle' ? 'idle' : 'stopped',
      line: index,
      page: reading.pageOf(index),
      error: null,
    })
  }

  const move = (unit: MoveUnit, direction: Direction) =>
    moveTo(reading.move(unit, Math.max(now().line, 0), direction))

  /** Turns to a page (from 0) and makes its first line the current one. Refused while playing (SPEC §2). */
  function goToPage(page: number) {
    if (isActive() || page === now().page || page < 0 || page >= reading.pageCount) return
    moveTo(reading.firstLineOf(page))
  }

  /** Turns to the page of a line without moving there; the reading goes on where it is. */
  function show(line: number) {
    if (isLine(line)) store.set({ page: reading.pageOf(line) })
  }

  /** Goes on at another speed from the very point that is audible. */
  async function setRate(rate: number) {
    store.set({ rate })
    await restart()
  }

  /** Begins the present run anew where it is, so that a new speed, casting or choice counts from the next sound on. */
  async function restart() {
    const current = run
    if (!current) return
    const heard = current.heard()
    if (!heard || now().state !== 'playing' || heard.line !== now().line) {
      start(now().line, 0)
      return
    }
    const { rate } = now()
    await output.prepare(heard.sound, rate)
    if (run !== current || now().rate !== rate) return
    const offsetMs = positionOf(heard, output)
    current.stop()
    begin({ line: heard.line, offsetMs, rate, sound: heard.sound, unlocked: Promise.resolve() })
  }

  /** A line is about to be asked for: its clip is fetched and decoded already. */
  function anticipate(index: number) {
    const spoken = isLine(index) ? reading.spokenFrom(index) : null
    if (spoken === null) return
    const request = reading.request(spoken)
    if (!('missing' in request)) void sounds.get(request, now().rate, true).catch(() => undefined)
  }

  /** Takes over a changed casting, script or choice of what is read. */
  function setReading(next: Reading) {
    const before = isActive() && upcoming(reading, now().line)
    reading = next
    const line = Math.min(now().line, next.lineCount - 1)
    store.set({ line, page: Math.min(now().page, Math.max(next.pageCount - 1, 0)) })
    if (before === false) return
    if (before !== upcoming(next, line)) void restart()
    else prefetcher.moveTo(line, now().rate)
  }

  const missesVoice = (line: number) => {
    const spoken = reading.spokenFrom(line)
    return spoken !== null && 'missing' in reading.request(spoken)
  }

  /** Once a casting is saved: 500 ms later playback goes on, if it was a missing voice that had stopped it (RULINGS). */
  function castingSaved() {
    if (!wantsVoice) return
    clock.clearTimeout(castingTimer)
    castingTimer = clock.setTimeout(() => {
      if (wantsVoice && !missesVoice(now().line)) retry()
    }, RETRY_AFTER_CASTING_MS)
  }

  /** The kept last line, when nothing has been played or chosen yet. */
  function restore(line: number) {
    if (now().state !== 'idle' || now().line >= 0 || !isLine(line)) return
    store.set({ line, page: reading.pageOf(line) })
  }

  /** The network is back: what only its absence had stopped goes on. */
  function online() {
    const { error } = now()
    const isRecent = clock.now() - failedAt <= RESUME_WHEN_ONLINE_MS
    if (!isActive() && isRecent && error?.kind === 'failed' && error.offline) retry()
  }

  /** What is audible, or where it was paused. */
  function position(): Position | null {
    const heard = run?.heard()
    if (!heard) return held
    return { line: heard.line, positionMs: positionOf(heard, output), durationMs: heard.sound.durationMs }
  }

  const unsubscribe = output.onInterrupted(pause)

  return {
    getSnapshot: now,
    subscribe: store.subscribe,
    position,
    play,
    pause,
    toggle: () => (isActive() ? pause() : play()),
    stop,
    retry,
    jump,
    anticipate,
    move,
    goToLine: moveTo,
    goToPage,
    show,
    setRate,
    setReading,
    castingSaved,
    restore,
    online,
    clearError: () => store.set({ error: null }),
    dispose() {
      silence()
      unsubscribe()
      sounds.retain([])
    },
  }
}
