import { createAudioFocus } from '../player/output/audio-focus.ts'
import { createPreviews } from '../player/output/previews.ts'
import { createRequestQueue } from '../player/clips/request-queue.ts'
import { createFakeClock } from '../player/testing/fake-clock.ts'
import { createFakeOutput } from '../player/testing/fake-output.ts'

/** Replaces `player/output/sound-system.ts`: jsdom has no Web Audio, and tests must not wait for speech. */
export const clock = createFakeClock()
export const output = createFakeOutput(clock, () => 2_000)
export const soundSystem = { clock, output, focus: createAudioFocus(), queue: createRequestQueue(5) }
export const wakeOnGesture = () => () => undefined
export const previews = createPreviews({ ...soundSystem, fetch: () => new Promise(() => undefined) })
