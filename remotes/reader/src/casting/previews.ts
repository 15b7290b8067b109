import type { AudioFocus } from '../player/audio-focus.ts'
import { PREVIEW_TIMEOUT_MS } from '../player/limits.ts'
import type { AudioOutput, Clock, Sounding } from '../player/ports.ts'
import type { RequestQueue } from '../player/request-queue.ts'
import { createStore } from '../player/store.ts'
import { untilAudible, within } from '../player/waiting.ts'

/** A voice to be heard (SPEC §3, playback descriptor of type voice-preview). */
export type PreviewRequest = {
  /** Where on the screen it was asked for; the same id again stops it. */
  id: string
  voiceId: string
  /** The backend's own sample when absent. */
  text?: string | undefined
}
export type PreviewState = 'silent' | 'loading' | 'playing'
export type PreviewSnapshot = { id: string | null; state: PreviewState }

export type Previews = {
  getSnapshot(): PreviewSnapshot
  subscribe(listener: () => void): () => void
  /** Plays it, or stops it when it is the one that sounds. Ignored while another is loading; replaces one that plays (RULINGS). */
  toggle(request: PreviewRequest): void
  stop(): void
}

type Deps = {
  clock: Clock
  output: AudioOutput
  focus: AudioFocus
  queue: RequestQueue
  fetch: (request: PreviewRequest, signal: AbortSignal) => Promise<ArrayBuffer>
}

const SILENT: PreviewSnapshot = { id: null, state: 'silent' }

/** Previews that silence each other and whatever else sounds. One that fails is silent, and shows nothing (SPEC §8). */
export function createPreviews({ clock, output, focus, queue, fetch }: Deps): Previews {
  const store = createStore<PreviewSnapshot>(SILENT)
  let running: AbortController | undefined
  let sounding: Sounding | undefined
  const holder = { release: stop }

  function stop() {
    running?.abort()
    sounding?.stop()
    running = undefined
    sounding = undefined
    focus.leave(holder)
    store.set(SILENT)
  }

  async function play(request: PreviewRequest, own: AbortController) {
    const { signal } = own
    try {
      // Inside the person's gesture, or the browser refuses.
      const unlocked = output.unlock()
      unlocked.catch(() => undefined)
      const bytes = await within(
        clock,
        PREVIEW_TIMEOUT_MS,
        queue.run(() => fetch(request, signal), { signal, urgent: true }),
        () => new Error('The preview took too long'),
      )
      // Decoding takes its bytes away; whoever keeps them keeps the original.
      const sound = await output.decode(bytes.slice(0))
      await unlocked
      signal.throwIfAborted()
      sounding = output.start(sound, { at: output.now(), offsetMs: 0, rate: 1 })
      store.set({ id: request.id, state: 'playing' })
      await untilAudible(clock, output, sounding.endsAt, signal)
    } catch {
      // Stopped, or could not be had: silence either way.
    }
    if (running === own) stop()
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    stop,
    toggle(request) {
      const { id, state } = store.getSnapshot()
      if (id === request.id) return stop()
      if (state === 'loading') return
      stop()
      running = new AbortController()
      focus.take(holder)
      store.set({ id: request.id, state: 'loading' })
      void play(request, running)
    },
  }
}
