import { acknowledgedChannel } from '@andscene/contracts/queues'
import { describe, expect, test } from 'vitest'
import { previewFolder } from '../clips/clip-path.ts'
import { apiHarness } from '../testing/api-harness.ts'

const on = apiHarness()

/** Returns the acknowledgements. */
async function erase(): Promise<string[]> {
  const done = await on.messages(acknowledgedChannel)
  await on.harness.erased.add({ uid: 'owner' })
  return done
}
const erased = async () => {
  const done = await erase()
  await expect.poll(() => done).toEqual(['{"erasedUid":"owner"}'])
}
const preview = (text: string, uid?: string) =>
  on.post('/api/voices/preview', { voiceId: 'test:one', text }, uid)
/** Returns all Redis keys of the test's queues whose name or text value contains `text`. */
const redisHolds = (text: string) =>
  on.inRedis(async (redis) => {
    const keys = await redis.keys(`*${on.harness.environment.QUEUE_PREFIX}*`)
    const values = await Promise.all(
      keys.map(async (key) => `${key} ${JSON.stringify(await redis.hgetall(key).catch(() => ({})))}`),
    )
    return values.filter((value) => value.includes(text))
  })

describe('product §7: deleting an account', () => {
  test('deletes previews, default voice and usage, but not those of others, and can be repeated', async () => {
    await on.withWorker()
    for (const uid of ['owner', 'eve']) {
      await on.post('/api/voices/default', { voiceId: 'test:one' }, uid)
      expect((await preview('Hello.', uid)).statusCode).toBe(200)
    }
    const paths = (await on.harness.index.oldestPreviews(9)).map(({ path }) => path)
    const theirs = paths.find((path) => path.startsWith(previewFolder('owner')))!
    for (let n = 0; n < 2; n += 1) await erased()
    expect(await on.harness.objects.read(theirs)).toBeUndefined()
    const left = (await on.harness.index.oldestPreviews(9)).map(({ path }) => path)
    expect(left).toEqual([paths.find((path) => path.startsWith(previewFolder('eve')))])
    expect(await on.harness.objects.read(left[0]!)).toBeDefined()
    expect(await on.harness.index.usage({ ownerId: 'owner', day: on.harness.today })).toBe(0)
    await expect.poll(() => redisHolds('owner')).toEqual([])
    expect((await on.get('/api/voices/default', {}, 'eve')).json()).toMatchObject({
      data: { voiceId: 'test:one' },
    })
  })

  test('makes the API reject tokens of the user', async () => {
    await on.withWorker()
    await erased()
    const refused = [
      await on.get('/api/voices'),
      await on.get('/api/voices/default'),
      await on.post('/api/voices/default', { voiceId: 'test:one' }),
      await preview('Hello.'),
      await on.get(`/api/audio/${previewFolder('owner')}test=3aone/${'f'.repeat(64)}.mp3`),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 401))
    expect((await on.get('/api/voices', {}, 'eve')).statusCode).toBe(200)
  })

  test('waits for a running preview, which is not stored, before it is acknowledged', async () => {
    const release = on.provider.hold()
    await on.withWorker()
    const asked = preview('Hello.')
    await expect.poll(() => on.provider.asked).toHaveLength(1)
    const done = await erase()
    await expect.poll(() => on.harness.erased.queue.getDelayedCount()).toBe(1)
    expect(done).toEqual([])
    release()
    await asked
    await expect.poll(() => done, { timeout: 10_000 }).toHaveLength(1)
    expect(await on.harness.index.oldestPreviews(9)).toEqual([])
    expect(await on.harness.objects.removeFolder(previewFolder('owner'))).toBe(0)
    await expect.poll(() => redisHolds('owner')).toEqual([])
  })
})
