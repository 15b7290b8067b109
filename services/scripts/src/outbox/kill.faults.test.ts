import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestAs, type Person } from '../testing/person.ts'
import { startProcess, type ServiceProcess } from '../testing/process.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { openHarness, tokenOf, type Harness, SOON } from '../testing/harness.ts'

// The harness lends Redis, tts and keys; the service under test is a process of its own with a folder of its own.
const ON_A_BUSY_MACHINE = { timeout: 60_000 }

let harness: Harness
let service: ServiceProcess
let env: Record<string, string>
beforeEach(async () => {
  harness = await openHarness({ ownRedis: true })
  env = { ...harness.environment, DATA_DIR: `${harness.environment.DATA_DIR}/process`, LOG_LEVEL: 'silent' }
  service = await startProcess(env)
})
afterEach(async () => {
  await service.kill()
  await harness.close()
})

const ada = (): Person => requestAs(service.url, () => tokenOf('ada'))
const castingJobs = async () =>
  (await harness.narrationJobs()).map(({ scriptId, reason }) => [scriptId, reason])

describe('product §10: what follows a save survives a crash', () => {
  test(
    'kill -9 between the save and the queue: the next process sends both commands',
    ON_A_BUSY_MACHINE,
    async () => {
      const cast = (await ada().upload(SHORT_SCRIPT)).body.data.script._id
      const gone = (await ada().upload(SHORT_SCRIPT)).body.data.script._id
      await harness.redis.kill('SIGKILL')
      const saved = await ada().post(`/api/scripts/${cast}/assign-voices`, { narrationVoiceId: 'v' })
      expect(saved.status).toBe(200)
      expect((await ada().delete(`/api/scripts/${gone}`)).status).toBe(200)
      await service.kill('SIGKILL')
      await harness.redis.start()

      service = await startProcess(env)
      await expect.poll(castingJobs, SOON).toEqual([[cast, 'casting']])
      await expect.poll(() => harness.deletedJobs(), SOON).toMatchObject([{ scriptId: gone }])
      expect((await ada().get(`/api/scripts/${cast}`)).body.data.script.narrationVoiceId).toBe('v')
      expect((await ada().get(`/api/scripts/${gone}`)).status).toBe(404)
    },
  )

  test(
    'while Redis is down the command waits, and the same process sends it afterwards',
    ON_A_BUSY_MACHINE,
    async () => {
      const id = (await ada().upload(SHORT_SCRIPT)).body.data.script._id
      await harness.redis.kill('SIGKILL')
      await ada().post(`/api/scripts/${id}/assign-voices`, { narrationVoiceId: 'v' })
      expect((await ada().get('/api/scripts')).status).toBe(200)
      await harness.redis.start()
      await expect.poll(castingJobs, SOON).toEqual([[id, 'casting']])
    },
  )

  test('an upload that was acknowledged is there after kill -9', ON_A_BUSY_MACHINE, async () => {
    const id = (await ada().upload(SHORT_SCRIPT)).body.data.script._id
    await service.kill('SIGKILL')
    service = await startProcess(env)
    expect((await ada().get(`/api/scripts/${id}`)).body.data.script.content.lines).toHaveLength(6)
  })
})

test(
  'SIGTERM drains and exits 0, which the service does only within its limit',
  ON_A_BUSY_MACHINE,
  async () => {
    expect(await service.kill('SIGTERM')).toBe(0)
  },
)
