import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { expect, onTestFinished, test } from 'vitest'
import { KokoroProvider } from '../speech/kokoro/kokoro-provider.ts'
import { tinyVoices, TINY_VOICES } from '@andscene/kokoro/engine/testing/test-engine'
import { SpeechThreads } from '../speech/threads/speech-threads.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import { announceNaturalVoices } from './announce-natural-voices.ts'

const on = ttsHarness()
const { voiceId } = TINY_VOICES[0]!.voice
/** Sooner than the next beat of an announcement that failed. */
const SOON_MS = 3_000

/** A platform with one worker that reports `own`; `refuse` selects announcements that are lost. */
async function platform(
  own: () => NaturalVoices | Promise<NaturalVoices>,
  refuse: (state: NaturalVoices) => boolean = () => false,
) {
  const tiny = await tinyVoices()
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  const status = new NaturalVoicesStatus(on.harness.lineAudio, on.harness.environment.QUEUE_PREFIX)
  const api = await on.harness.api([
    new KokoroProvider({ threads, engine: tiny.engine(), voices: TINY_VOICES, state: () => status.read() }),
  ])
  await on.harness.worker([
    new KokoroProvider({ threads, engine: tiny.engine(), voices: TINY_VOICES, state: own }),
  ])
  const announcement = announceNaturalVoices({
    state: own,
    status: {
      publish: async (workerId, state) => {
        if (refuse(state)) throw new Error('Redis is down')
        await status.publish(workerId, state)
      },
      withdraw: (workerId) => status.withdraw(workerId),
    },
    log: { debug() {} },
  })
  onTestFinished(() => announcement.close())
  const headers = on.harness.person()
  const preview = () =>
    api.inject({ method: 'POST', url: '/api/voices/preview', payload: { voiceId, text: 'Hello.' }, headers })
  return { preview, announcement }
}

test('when the announcement that voices are ready is lost, clips are still made soon', async () => {
  let state: NaturalVoices = { state: 'coming' }
  let lost = 0
  const { preview, announcement } = await platform(
    () => state,
    ({ state: said }) => said === 'ready' && lost++ < 1,
  )
  await expect.poll(async () => (await preview()).statusCode).toBe(503)
  // A player waits 10 s at most, else it skips the line.
  expect(Number((await preview()).headers['retry-after'])).toBeLessThanOrEqual(10)
  state = { state: 'ready' }
  announcement.changed()
  await expect.poll(async () => (await preview()).statusCode, { timeout: SOON_MS }).toBe(200)
  expect(lost).toBeGreaterThan(1)
})

test('a clip requested before the worker knows its voices is made once it does', async () => {
  const known = Promise.withResolvers<NaturalVoices>()
  const { preview } = await platform(() => known.promise)
  const asked = preview()
  known.resolve({ state: 'ready' })
  expect((await asked).statusCode).toBe(200)
})
