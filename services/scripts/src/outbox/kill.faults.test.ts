import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestAs, type Person } from '../testing/person.ts'
import { startProcess, type ServiceProcess } from '../testing/process.ts'
import { SOON, testHarness, tokenOf, type Harness } from '../testing/harness.ts'

vi.setConfig({ testTimeout: 60_000 })

// The harness provides Redis, tts and keys; the service under test is a separate process with its own folder.

let harness: Harness
let service: ServiceProcess
let env: Record<string, string>
beforeEach(async () => {
  harness = await testHarness({ ownRedis: true })
  env = { ...harness.environment, DATA_DIR: `${harness.environment.DATA_DIR}/process`, LOG_LEVEL: 'silent' }
  service = await startProcess(env)
})
afterEach(() => service.kill())

const ada = (): Person => requestAs(service.url, () => tokenOf('ada'))

describe('product §10: the commands of a save survive a crash', () => {
  test('when the process is killed between the save and the queue, the next one sends both commands', async () => {
    const cast = await ada().newScript()
    const gone = await ada().newScript()
    await harness.redis.kill('SIGKILL')
    const saved = await ada().post(`/api/scripts/${cast}/assign-voices`, { narrationVoiceId: 'v' })
    expect(saved.status).toBe(200)
    expect((await ada().delete(`/api/scripts/${gone}`)).status).toBe(200)
    await service.kill('SIGKILL')
    await harness.redis.start()

    service = await startProcess(env)
    await expect
      .poll(() => harness.narrationJobs(), SOON)
      .toMatchObject([{ scriptId: cast, reason: 'casting' }])
    await expect.poll(() => harness.deletedJobs(), SOON).toMatchObject([{ scriptId: gone }])
    const { script } = (await ada().get(`/api/scripts/${cast}`)).body.data
    expect([script.narrationVoiceId, script.content.lines.length]).toEqual(['v', 6])
    expect((await ada().get(`/api/scripts/${gone}`)).status).toBe(404)
  })
})

test('SIGTERM drains the service, which exits with 0 within its time limit', async () => {
  expect(await service.kill('SIGTERM')).toBe(0)
})
