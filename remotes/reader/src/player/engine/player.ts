import { invalidLineIndex } from '../errors.ts'
import { createMoves } from './moves.ts'
import { createPlayback, type PlaybackDeps } from './playback.ts'
import { isActive } from './player-state.ts'
import type { Reading } from './reading-plan.ts'
import { createRecovery } from './recovery.ts'
import { upcoming } from './upcoming.ts'

export type Player = ReturnType<typeof createPlayer>

/** The player of one script (product §4, §5, §8): no React, no DOM; everything it touches is injected. */
export function createPlayer(deps: PlaybackDeps) {
  const { clock, output, sounds } = deps
  const playback = createPlayback(deps)
  const { store, now, start, pause, halt, isLine } = playback

  /** From the current line, or line 0 if none (product §4). After a pause, from where it was. */
  function play() {
    if (isActive(now())) return
    const { state, line } = now()
    start(Math.max(line, 0), state === 'paused' ? playback.heldOffset() : 0)
  }

  function stop() {
    halt()
    store.set({ state: 'stopped' })
  }

  /** Clears the error marker and replays the current line (product §4). */
  const retry = () => start(Math.max(now().line, 0), 0)

  /** Stops audio, sets the line and plays it (product §4). The line that is just being started is let be (product §4). */
  function jump(index: number) {
    if (!isLine(index)) {
      store.set({ error: { kind: 'line', text: invalidLineIndex(index), line: now().line } })
      return
    }
    if (now().state === 'loading' && now().line === index) return
    start(index, 0)
  }

  /** Goes on at another speed from the very point that is audible. */
  async function setRate(rate: number) {
    if (rate === now().rate) return
    store.set({ rate })
    await playback.restart()
  }

  /** A line is about to be asked for: its clip is fetched and decoded already. */
  function anticipate(index: number) {
    const reading = playback.reading()
    const spoken = isLine(index) ? reading.spokenFrom(index) : null
    if (spoken === null) return
    const request = reading.request(spoken)
    // Nothing is made for a finger that may only scroll.
    if ('missing' in request || !request.path) return
    playback.retainAlso(request)
    void sounds.get(request, now().rate, true).catch(() => undefined)
  }

  /** Takes over a changed casting, script or choice of what is read. */
  function setReading(next: Reading) {
    const before = isActive(now()) && upcoming(playback.reading(), now().line)
    playback.replaceReading(next)
    const line = Math.min(now().line, next.lineCount - 1)
    store.set({ line, page: Math.min(now().page, Math.max(next.pageCount - 1, 0)) })
    if (before === false) return
    if (before !== upcoming(next, line)) void playback.restart()
    else playback.refill()
  }

  const unsubscribe = output.onInterrupted(pause)

  return {
    getSnapshot: now,
    subscribe: store.subscribe,
    position: playback.position,
    play,
    pause,
    toggle: () => (isActive(now()) ? pause() : play()),
    stop,
    retry,
    jump,
    anticipate,
    setRate,
    setReading,
    ...createMoves(playback),
    ...createRecovery(playback, clock, retry),
    clearError: () => store.set({ error: null }),
    dispose() {
      stop()
      unsubscribe()
      sounds.retain([])
    },
  }
}
