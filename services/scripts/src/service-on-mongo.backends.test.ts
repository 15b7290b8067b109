import { expect, test } from 'vitest'
import { requestAs } from './testing/person.ts'
import { startProcess } from './testing/process.ts'
import { SHORT_SCRIPT } from './testing/samples.ts'
import { fileHarness, SOON, tokenOf } from './testing/harness.ts'
import { fileMongo } from './testing/mongo.ts'

// The harness provides Redis, tts and keys; the service under test is a separate process, on MongoDB.
const { newDatabase } = await fileMongo()
const harness = await fileHarness({ ownRedis: true })

test('architecture §4: with MONGODB_URI a script can be uploaded, cast, opened and deleted, and no command is lost', async () => {
  const env = { ...harness.environment, MONGODB_URI: newDatabase() }
  let service = await startProcess(env)
  try {
    const ada = () => requestAs(service.url, () => tokenOf('ada'))
    const id = (await ada().upload(SHORT_SCRIPT, { key: 'k' })).body.data.script._id
    expect((await ada().upload(SHORT_SCRIPT, { key: 'k' })).body.data.script._id).toBe(id)
    await harness.redis.kill('SIGKILL')
    const casting = { characterAssignments: { MARA: 'v' }, narrationVoiceId: 'n' }
    expect((await ada().post(`/api/scripts/${id}/assign-voices`, casting)).status).toBe(200)
    await service.kill('SIGKILL')
    await harness.redis.start()

    service = await startProcess(env)
    await expect.poll(() => harness.narrationJobs(), SOON).toMatchObject([{ scriptId: id }])
    const { script } = (await ada().get(`/api/scripts/${id}`)).body.data
    expect(script).toMatchObject({ narrationVoiceId: 'n', content: { characters: [{ voiceId: 'v' }, {}] } })
    expect(script.content.lines).toHaveLength(6)
    expect((await ada().get('/api/scripts')).body.data.scripts).toMatchObject([{ _id: id, lineCount: 6 }])
    expect((await ada().delete(`/api/scripts/${id}`)).status).toBe(200)
    await expect.poll(() => harness.deletedJobs(), SOON).toMatchObject([{ scriptId: id }])
    expect(await service.kill('SIGTERM')).toBe(0)
  } finally {
    await service.kill()
  }
})
