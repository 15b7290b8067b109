import type { App } from '@andscene/service-kit/create-app'
import { expect, test } from 'vitest'
import type { ClipHead } from '../speech/provider.ts'
import { lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { untilIdle } from '../testing/expectations.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until, voiceOf } from '../testing/scripted-provider.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()
const HEAD: ClipHead = { mp3: Buffer.from('the beginning'), durationMs: 400, wholeMs: 1_000 }

/** The provider lists the voice of the scripts no longer; processes that are started from now on do not know it. */
const removeVoice = () => (on.provider.list = async () => [voiceOf('test:two')])
const generate = (app: App, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/voices/generate',
    payload: lineOf(0, { head: true, ...more }),
    headers: on.harness.person(),
  })

test('product §3: a voice that is removed after the casting counts as no assignment: its lines are neither made nor counted', async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  removeVoice()
  const app = await on.harness.api([on.provider])
  await on.harness.worker([on.provider])
  await on.harness.plan('s1')
  await untilIdle(on.harness)
  expect(on.provider.asked).toEqual([])
  const narration = await app.inject({ url: '/api/scripts/s1/narration', headers: on.harness.person() })
  expect(narration.json().data).toMatchObject({ total: 0, waiting: 0, failed: 0 })
  const played = await generate(app)
  expect([played.statusCode, played.json().error]).toEqual([404, 'Voice not found'])
})

test('product §3: when a voice is removed after a head, the rest is refused at once, and its clip is not left in the queue', async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(1, 'test:one'))
  const release = Promise.withResolvers<void>()
  on.provider.speak = async ({ onHead, signal }) => {
    onHead?.(HEAD)
    await until(release.promise, signal)
  }
  await on.harness.worker([on.provider])
  const first = await on.harness.api([on.provider])
  expect((await generate(first)).body).toBe('the beginning')
  removeVoice()
  const rest = await generate(await on.harness.api([on.provider]), { headMs: 400 })
  expect([rest.statusCode, rest.json().error]).toEqual([404, 'Voice not found'])
  release.resolve()
  await untilIdle(on.harness)
  // One that knew the voice before still serves it.
  await eventually(async () => (await generate(first, { headMs: 400 })).body).toBe(
    'test:one says Text number 0.',
  )
})
