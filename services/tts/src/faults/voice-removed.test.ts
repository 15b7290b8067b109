import { expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { untilIdle } from '../testing/expectations.ts'
import { HEAD, voiceOf } from '../testing/scripted-provider.ts'

const on = apiHarness()

/** The provider no longer lists the voice of the scripts. */
const removeVoice = () => (on.provider.list = async () => [voiceOf('test:two')])
const generate = (more: object = {}) => on.generate(lineOf(0, { head: true, ...more }))
/** Starts an API process that has never listed the voice. */
const restart = () => on.harness.api([on.provider])

test('product §3: the lines of a voice that was removed after the casting are neither made nor counted', async () => {
  on.script()
  removeVoice()
  on.app = await restart()
  await on.withWorker()
  await on.harness.plan('s1')
  await untilIdle(on.harness)
  expect(on.provider.asked).toEqual([])
  const narration = await on.get('/api/scripts/s1/narration')
  expect(narration.json().data).toMatchObject({ total: 0, waiting: 0, failed: 0 })
  const played = await generate()
  expect([played.statusCode, played.json().error]).toEqual([404, 'Voice not found'])
})

test('product §3: when a voice is removed after a head, the rest is rejected and no job remains', async () => {
  on.script('s1', 1)
  const release = on.provider.hold(/./, HEAD)
  await on.withWorker()
  expect((await generate()).body).toBe('the beginning')
  removeVoice()
  const first = on.app
  on.app = await restart()
  const rest = await generate({ headMs: 400 })
  expect([rest.statusCode, rest.json().error]).toEqual([404, 'Voice not found'])
  release()
  await untilIdle(on.harness)
  // A process that has listed the voice still serves it.
  on.app = first
  await expect.poll(async () => (await generate({ headMs: 400 })).body).toBe('test:one says Text number 0.')
})
