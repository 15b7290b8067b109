import { freePort } from '@andscene/service-kit/free-port'
import type { Overview } from '@andscene/operators/overview'
import { expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'

const on = apiHarness()
const TOKEN = 'a-long-operators-token'

test('the operators’ pages require OPERATOR_TOKEN', async () => {
  for (const path of ['/operators', '/operators/overview.json', '/operators/queues'])
    expect([path, (await on.app.inject(path)).statusCode]).toEqual([path, 404])
})

test('product §15: the operators’ page shows running work and an unavailable part', async () => {
  const worker = await on.withWorker()
  const origin = await worker.listen({ port: 0, host: '127.0.0.1' })
  const away = `http://127.0.0.1:${await freePort()}`
  const env = { OPERATOR_TOKEN: TOKEN, OPERATOR_TARGETS: `worker=${origin},edge=${away}` }
  const app = await on.harness.api([on.provider], env)
  const overview = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    return (await app.inject({ url: '/operators/overview.json', headers })).json<Overview>()
  }
  let first = await overview()
  // A worker becomes ready a moment after it starts to listen.
  const states = async () => {
    first = await overview()
    return first.parts.map(({ part, state }) => [part, state])
  }
  await expect.poll(states, { timeout: 15_000, interval: 200 }).toEqual([
    ['worker', 'up'],
    ['edge', 'away'],
    ['tts', 'up'],
  ])
  expect(first.workers).toMatchObject([{ state: 'up', clips: 0, naturalVoices: 'off', refusing: false }])
  expect(first.workers[0]?.lanes).toEqual([{ provider: 'test', busy: 0, all: 4 }])
  expect(first.disks.flatMap(({ parts }) => parts).toSorted()).toEqual(['tts', 'worker'])
  expect(first.failures.rows).toEqual([])

  const release = on.provider.hold()
  on.script('s1', 6)
  await on.harness.plan('s1')
  const busy = async () => {
    const { workers, queues } = await overview()
    const clips = queues.find(({ queue }) => queue === 'line-audio')
    return [workers[0]?.lanes[0]?.busy, workers[0]?.doing[0]?.jobs, clips?.active]
  }
  await expect.poll(busy, { timeout: 15_000, interval: 200 }).toEqual([4, 5, 5])
  release()
  const made = async () => {
    const { workers, speed } = await overview()
    return [workers[0]?.clips, speed.clips, speed.soundSeconds, workers[0]?.doing]
  }
  await expect.poll(made, { timeout: 15_000, interval: 200 }).toEqual([6, 6, 6, []])
  expect(JSON.stringify(await overview())).not.toMatch(/Text number|s1|owner/)
})
