import { AUDIO_CONCURRENCY } from '@andscene/web-kit/api-client'
import type { Clock } from '../ports.ts'
import { createAudioFocus, openTabChannel } from './audio-focus.ts'
import { createWebAudioOutput } from './audio-output.ts'
import { clipServer } from '../clips/clip-server.ts'
import { createPreviewSource } from '../clips/preview-source.ts'
import { createPreviews } from './previews.ts'
import { createRequestQueue } from '../clips/request-queue.ts'

/** Shared by all sounds of this tab: one output, five concurrent requests; one sound at a time in all tabs. */
const clock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (id) => window.clearTimeout(id),
}
const output = createWebAudioOutput(clock)
const focus = createAudioFocus(openTabChannel('andscene-sound'))
const queue = createRequestQueue(AUDIO_CONCURRENCY)

export const soundSystem = { clock, output, focus, queue }

/** Voice previews: shared by the casting's dialogs and the player, so that they never play together. */
export const previews = createPreviews({
  clock,
  output,
  focus,
  queue,
  fetch: createPreviewSource({ server: clipServer, clock }),
  // oxlint-disable-next-line no-console -- product §8: a preview that fails is logged only
  onFailure: (error) => console.warn('Voice preview failed', error),
})

/** Opening the device blocks the page for a moment: wait for its first paint. */
const WAKE_MS = 1_000

const wake = () => {
  if (navigator.userActivation?.hasBeenActive) void output.unlock().catch(() => undefined)
}

/**
 * Opens the audio device on the first gesture, so that the first line starts sooner. Returns a function that stops it.
 */
export function wakeOnGesture(): () => void {
  const early = setTimeout(wake, WAKE_MS)
  addEventListener('pointerdown', wake, true)
  addEventListener('keydown', wake, true)
  return () => {
    clearTimeout(early)
    removeEventListener('pointerdown', wake, true)
    removeEventListener('keydown', wake, true)
  }
}
