import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { VoicesResponse } from '@andscene/contracts/voices/voice'
import { readConfig } from '@andscene/service-kit/config'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../api/build-app.ts'
import { ApiConfig } from '../config.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { NaturalVoicesStatus } from './natural-voices-status.ts'

const on = ttsHarness()
let app: Awaited<ReturnType<typeof buildApp>>
afterEach(() => app.close())

/** The API with its configured providers, which include the natural voices, and the reports of a worker. */
async function prepared() {
  const { environment, folder, lineAudio, person } = on.harness
  const config = readConfig(ApiConfig, { ...environment, KOKORO: 'on', VOICES_DIR: folder })
  app = await buildApp(config)
  const worker = new NaturalVoicesStatus(lineAudio, environment.QUEUE_PREFIX)
  return {
    say: (state: NaturalVoices) => worker.publish('worker', state),
    /** State and activity of the natural voices in one response. */
    async told() {
      const { data } = (await app.inject({ url: '/api/voices', headers: person() })).json<VoicesResponse>()
      const natural = data.voices.filter(isNatural)
      expect(natural.length).toBeGreaterThan(50)
      return {
        state: data.naturalVoices?.state,
        active: [...new Set(natural.map((voice) => voice.isActive))],
      }
    },
  }
}

test('natural voices are active exactly while they are reported as ready', async () => {
  const { say, told } = await prepared()
  expect(await told()).toEqual({ state: undefined, active: [false] })
  for (const [state, isActive] of [
    ['coming', false],
    ['ready', true],
    ['resting', false],
    ['ready', true],
  ] as const) {
    await say({ state })
    let last: Awaited<ReturnType<typeof told>> | undefined
    await expect.poll(async () => (last = await told()).state).toBe(state)
    // In the same response: a client may not send another request.
    expect(last).toEqual({ state, active: [isActive] })
  }
})
