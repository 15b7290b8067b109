import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { previewVoice } from '@andscene/contracts/routes/speech'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import { holdWhile } from '@andscene/web-kit/safe-moment'
import type { AudioFocus } from './audio-focus.ts'
import { ClipError, ClipTimeoutError } from '../errors.ts'
import { METADATA_TIMEOUT_MS } from '../limits.ts'
import type { AudioOutput, Clock, Sounding } from '../ports.ts'
import type { RequestQueue } from '../clips/request-queue.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import { createStore } from '../store.ts'
import { untilAudible, within } from './waiting.ts'

/** A preview of a voice (product §3, playback request). */
export type PreviewRequest = {
  /** The id to toggle: the same id stops the preview. */
  id: string
  voiceId: string
  /** Defaults to the server's sample text. */
  text?: string | undefined
  /** How it is played. */
  sound?: LineSound | undefined
  /** Of a word in the text. */
  pronunciation?: Pronunciation | undefined
}

export type PreviewSnapshot = { id: string | null; state: 'silent' | 'loading' | 'playing' }

export type Previews = ReturnType<typeof createPreviews>

type Deps = {
  clock: Clock
  output: AudioOutput
  focus: AudioFocus
  queue: RequestQueue
  fetch: (request: PreviewRequest, signal: AbortSignal) => Promise<ArrayBuffer>
  /** Failed previews are only logged (product §8). */
  onFailure?: (error: unknown) => void
}

const SILENT: PreviewSnapshot = { id: null, state: 'silent' }
const tooLate = () => new ClipTimeoutError()

export function createPreviews({ clock, output, focus, queue, fetch, onFailure }: Deps) {
  const store = createStore<PreviewSnapshot>(SILENT)
  // Never unsubscribed: previews live as long as the page.
  holdWhile(store.subscribe, () => store.getSnapshot().state !== 'silent')
  let controller: AbortController | null = null
  let sounding: Sounding | null = null
  const holder = { release: () => stop() }
  const usedUp = new Emitter<[sentence: string]>()

  function fail(error: unknown) {
    onFailure?.(error)
    if (error instanceof ClipError && error.isAllowanceUsedUp) usedUp.emit(error.message)
  }

  function silence() {
    controller?.abort()
    controller = null
    sounding?.stop()
    sounding = null
  }

  /** Playback interrupted by the preview resumes. */
  function stop() {
    silence()
    store.set(SILENT)
    focus.leave(holder)
  }

  async function play(request: PreviewRequest, signal: AbortSignal) {
    const unlocked = output.unlock()
    unlocked.catch(() => undefined)
    const asked = queue.run(() => fetch(request, signal), { signal, urgent: true })
    const bytes = await within(clock, previewVoice.limits.timeoutMs, asked, tooLate)
    const sound = await within(clock, METADATA_TIMEOUT_MS, output.decode(bytes, request.sound), tooLate)
    await output.prepare(sound, 1)
    await unlocked
    signal.throwIfAborted()
    sounding = output.start(sound, { at: output.now(), offsetMs: 0, rate: 1 })
    store.set({ id: request.id, state: 'playing' })
    await untilAudible(clock, output, sounding.endsAt, signal)
  }

  function begin(request: PreviewRequest) {
    silence()
    focus.borrow(holder)
    const own = new AbortController()
    controller = own
    store.set({ id: request.id, state: 'loading' })
    void play(request, own.signal)
      .catch((error: unknown) => own.signal.aborted || fail(error))
      .then(() => controller === own && stop())
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    stop,
    /** Subscribes to the server's message when the daily allowance is used up. */
    onUsedUp: usedUp.subscribe,
    /** Starts or stops a preview (product §4); ignored while another loads. A failure is silent (product §8). */
    toggle(request: PreviewRequest) {
      const { id, state } = store.getSnapshot()
      if (id === request.id) return stop()
      if (state !== 'loading') begin(request)
    },
    /** Starts a preview again because its request has changed; ignored if it does not load or play. */
    replay(request: PreviewRequest) {
      if (store.getSnapshot().id === request.id) begin(request)
    },
  }
}
