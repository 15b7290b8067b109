import { acknowledgedChannel, type Acknowledgement } from '@andscene/contracts/queues'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
beforeEach(() => void on.script('s1', 20))

const underWay = () => on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)
const deleteScript = (scriptId: string) => on.harness.deleted.add({ scriptId, mark: 7 })
const files = () => filesBelow(on.harness, 'scripts/s1')
/** Collects acknowledgements, each with the state at that moment. */
async function acknowledgements<T>(read: () => Promise<T>): Promise<() => [Acknowledgement, T][]> {
  const states: T[] = []
  const messages = await on.messages(
    acknowledgedChannel,
    () => void read().then((state) => states.push(state)),
  )
  return () => states.map((state, n) => [JSON.parse(messages[n]!) as Acknowledgement, state])
}
const noState = async () => null
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>()
  on.provider.speak = () => promise
  return resolve
}

describe('product §10: acknowledgement of commands', () => {
  test('acknowledges a casting once its narration is open in the index; an emptied Redis then loses no clip', async () => {
    const acknowledged = await acknowledgements(underWay)
    const release = hold()
    await on.withWorker({ RECONCILE_MS: '500', SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1', { mark: 1 })
    await expect.poll(acknowledged).toEqual([[{ scriptId: 's1', kind: 'casting', mark: 1 }, ['s1']]])
    await on.redis.command('FLUSHDB')
    release()
    await expectNarrated(on.harness, 's1')
  })

  test('acknowledges the casting that was read, not an older one of the command', async () => {
    const acknowledged = await acknowledgements(noState)
    on.script('s1', { ...recast(scriptOf(20, 'test:one'), 'test:two'), castingVersion: 9 })
    await on.withWorker()
    await on.harness.plan('s1', { mark: 3 })
    await expect.poll(acknowledged).toEqual([[{ scriptId: 's1', kind: 'casting', mark: 9 }, null]])
  })

  test('does not acknowledge a command without a mark, as sent by an older release', async () => {
    const acknowledged = await acknowledgements(noState)
    await on.withWorker()
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(acknowledged()).toEqual([])
  })

  test('acknowledges a deletion once all data of the script is erased', async () => {
    await on.withWorker()
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    on.harness.scripts.scripts.delete('s1')
    const acknowledged = await acknowledgements(files)
    await deleteScript('s1')
    await expect.poll(acknowledged).toEqual([[{ scriptId: 's1', kind: 'deleted', mark: 7 }, []]])
    expect(await on.stored()).toBe(0)
    expect(await on.harness.index.stateOf('s1')).toMatchObject({ erased: true })
  })

  test('does not acknowledge a deletion while a clip of the script is being made', async () => {
    const acknowledged = await acknowledgements(noState)
    const release = hold()
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1')
    await expect.poll(() => on.provider.asked.length).toBe(1)
    await deleteScript('s1')
    await expect.poll(() => on.harness.deleted.queue.getJobCountByTypes('delayed')).toBe(1)
    expect(acknowledged()).toEqual([])
    release()
    await expect.poll(acknowledged).toHaveLength(1)
    expect(await files()).toEqual([])
  })

  test('after a lost acknowledgement, repeats the command and makes each clip once', async () => {
    await on.withWorker()
    for (let n = 1; n <= 2; n += 1) {
      const acknowledged = await acknowledgements(noState)
      await on.harness.plan('s1', { mark: 1 })
      await deleteScript('s2')
      await expect.poll(acknowledged).toHaveLength(2)
      await expectNarrated(on.harness, 's1')
    }
    await untilIdle(on.harness)
    expect(on.provider.asked).toHaveLength(20)
  })
})

test('product §7 clear-line-cache: drops a running clip of the line and makes it again, keeps others', async () => {
  on.script('s1', 2)
  const release = hold()
  await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '2' })
  await on.harness.plan('s1')
  await expect.poll(() => on.provider.asked.length).toBe(2)
  const cleared = await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-0' })
  expect(cleared.json()).toEqual({ success: true, filesDeleted: 0 })
  release()
  await expectNarrated(on.harness, 's1')
  const times = [0, 1].map((n) => on.provider.asked.filter((text) => text === `Text number ${n}.`).length)
  expect(times).toEqual([2, 1])
  expect(await files()).toHaveLength(2)
})
