import { isNatural } from '@andscene/contracts/is-natural'
import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import type { VoicesResponse } from '@andscene/contracts/voice'
import { readConfig } from '@andscene/service-kit/config'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../api/build-app.ts'
import { ApiConfig } from '../config.ts'
import { eventually } from '../testing/eventually.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { NaturalVoicesStatus } from './natural-voices-status.ts'

const on = ttsHarness()
let app: Awaited<ReturnType<typeof buildApp>>
afterEach(() => app.close())

/** The API with the providers of its configuration, which include the natural voices, and a worker's word of them. */
async function prepared() {
  const { environment, folder, lineAudio, person } = on.harness
  const config = readConfig(ApiConfig, { ...environment, KOKORO: 'on', VOICES_DIR: folder })
  app = await buildApp(config)
  const worker = new NaturalVoicesStatus(lineAudio, environment.QUEUE_PREFIX)
  return {
    say: (state: NaturalVoices) => worker.publish('worker', state),
    /** What one response says: the state, and whether natural voices are active. */
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

test('natural voices are active as soon as they are said to be ready, and no longer', async () => {
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
    await eventually(async () => (last = await told()).state).toBe(state)
    // In the very response that says so: who reads it may not ask again.
    expect(last).toEqual({ state, active: [isActive] })
  }
})
