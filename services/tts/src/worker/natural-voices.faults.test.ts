import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { VoicesResponse } from '@andscene/contracts/voices/voice'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '@andscene/service-kit/config'
import type { App } from '@andscene/service-kit/create-app'
import { buildApp } from '../api/build-app.ts'
import { ApiConfig } from '../config.ts'
import { KokoroProvider } from '../speech/kokoro/kokoro-provider.ts'
import { ended, tinyVoices, TINY_VOICES } from '@andscene/kokoro/engine/testing/test-engine'
import { SpeechThreads } from '../speech/threads/speech-threads.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import { announceNaturalVoices } from './announce-natural-voices.ts'

const on = ttsHarness()
const apps: App[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))
const DEATHS = 3
const REST_MS = 120_000
/** Longer than the reported state of a worker is cached (1 s). */
const STATE_TIMEOUT_MS = 15_000

test('architecture §7: natural voices become ready, rest when their engine dies repeatedly, and become ready again', async () => {
  const { voiceId } = TINY_VOICES[0]!.voice
  const tiny = await tinyVoices()
  let now = 0
  const engine = tiny.engine({ now: () => now })
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  let areInstalled = false
  const state = (): NaturalVoices => (areInstalled ? engine.state : { state: 'coming' })
  const status = new NaturalVoicesStatus(on.harness.lineAudio, on.harness.environment.QUEUE_PREFIX)
  const announced = announceNaturalVoices({ state, status, log: { debug() {} }, everyMs: 100 })
  onTestFinished(() => announced.close())
  const { environment, folder } = on.harness
  const app = await buildApp(readConfig(ApiConfig, { ...environment, KOKORO: 'on', VOICES_DIR: folder }))
  apps.push(app)
  await on.harness.worker([new KokoroProvider({ threads, engine, voices: TINY_VOICES, state })])

  const headers = on.harness.person()
  const preview = (text: string) =>
    app.inject({ method: 'POST', url: '/api/voices/preview', payload: { voiceId, text }, headers })
  /** Returns the state of the natural voices, and expects that they are active exactly while they are ready. */
  const readState = async () => {
    const { data } = (await app.inject({ url: '/api/voices', headers })).json<VoicesResponse>()
    const reported = data.naturalVoices?.state
    const active = data.voices.filter(isNatural).map(({ isActive }) => isActive)
    expect(new Set(active)).toEqual(new Set([reported === 'ready']))
    return reported
  }

  await expect.poll(readState, { timeout: STATE_TIMEOUT_MS }).toBe('coming')
  expect((await preview('Hello.')).json().error).toBe('The natural voices are still loading.')

  areInstalled = true
  let first = 0
  engine.once('process', (pid) => (first = pid))
  await expect.poll(readState, { timeout: STATE_TIMEOUT_MS }).toBe('ready')
  expect((await preview('Hello.')).statusCode).toBe(200)

  let deaths = 0
  engine.on('process', (pid) => {
    if (deaths++ < DEATHS) process.kill(pid, 'SIGKILL')
  })
  // Ends the engine while it is idle, which does not count as a failure.
  process.kill(first, 'SIGKILL')
  await ended(first)
  const delayedPreview = preview('Heard at last.')
  await expect.poll(readState, { timeout: STATE_TIMEOUT_MS }).toBe('resting')
  const refused = await preview('Not now.')
  expect(refused.statusCode).toBe(503)
  expect(refused.json().error).toMatch(/rest for some minutes/)
  expect((await preview('Hello.')).headers['x-from-cache']).toBe('true')

  now = REST_MS
  await expect.poll(readState, { timeout: STATE_TIMEOUT_MS }).toBe('ready')
  // On a busy machine, the request may have timed out; its job has not.
  await delayedPreview
  await expect
    .poll(async () => (await preview('Heard at last.')).statusCode, { timeout: STATE_TIMEOUT_MS })
    .toBe(200)
}, 90_000)
