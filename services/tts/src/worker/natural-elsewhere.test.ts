import { readConfig } from '@andscene/service-kit/config'
import { expect, onTestFinished, test } from 'vitest'
import { WorkerConfig } from '../config.ts'
import { KOKORO_VOICES } from '@andscene/kokoro/voices/kokoro-voices'
import { apiHarness } from '../testing/api-harness.ts'
import { ScriptedProvider, voiceOf } from '../testing/scripted-provider.ts'
import { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import { buildWorker } from './build-worker.ts'

const on = apiHarness()
const { voiceId } = KOKORO_VOICES[0]!.voice
const attemptsOfDelayed = async () =>
  (await on.harness.lineAudio.queue.getDelayed()).map(({ attemptsMade }) => attemptsMade)

/** A worker with KOKORO=off, next to one that reports natural voices. */
async function workerWithoutVoices() {
  const { lineAudio, environment } = on.harness
  const status = new NaturalVoicesStatus(lineAudio, environment.QUEUE_PREFIX)
  await status.publish('another', { state: 'ready' })
  const app = await buildWorker(readConfig(WorkerConfig, environment), { now: on.harness.now })
  onTestFinished(() => app.close())
  await app.ready()
}

/** A worker that has the natural voices, and their provider. */
function natural() {
  const provider = new ScriptedProvider('kokoro')
  provider.list = async () => [voiceOf(voiceId)]
  return provider
}

test('architecture §7: a worker with KOKORO=off returns a natural clip, which another one makes', async () => {
  on.app = await on.harness.api([natural()])
  await workerWithoutVoices()
  const response = on.post('/api/voices/preview', { voiceId, text: 'Hello.' })
  await expect.poll(attemptsOfDelayed).toEqual([0])
  await on.harness.worker([natural()])
  expect((await response).statusCode).toBe(200)
})
