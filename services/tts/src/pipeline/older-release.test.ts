import type { Producer } from '@andscene/service-kit/queue/queues'
import type { QUEUES } from '@andscene/contracts/queues'
import type { Redis } from 'ioredis'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Rank } from './backlog.ts'
import { Heads } from './heads.ts'
import { AWAITED } from './priorities.ts'
import { Waiters } from './waiters.ts'

// During an update of a platform with several machines, processes of two releases run.

const producerOf = (redis: object) =>
  ({
    ask: (work: (queue: unknown, redis: object) => unknown) => work(undefined, redis),
  }) as unknown as Producer<typeof QUEUES.lineAudio>

test('an awaited clip is announced with its rank; without a rank, as from an older release, it is first', async () => {
  const connection = Object.assign(new EventEmitter(), { subscribe: async () => 2 })
  let channelOfAwaited = ''
  const publish = async (channel: string, message: string) => {
    channelOfAwaited = channel
    connection.emit('message', channel, message)
  }
  const waiters = new Waiters(producerOf({ publish }), 'q')
  const announced: Rank[] = []
  await waiters.listen(connection as unknown as Redis, {
    onAbandoned: () => {},
    onAwaited: (rank) => void announced.push(rank),
  })
  await waiters.announceAwaited({ jobId: 's1.abc', priority: 4 })
  connection.emit('message', channelOfAwaited, 's1.abc')
  expect(announced).toEqual([
    { jobId: 's1.abc', priority: 4 },
    { jobId: 's1.abc', priority: AWAITED },
  ])
})

test('a request for heads contains due time and rate; one of an older release is due immediately', async () => {
  const kept = new Map<string, string>()
  const redis = {
    set: async (key: string, value: string) => void kept.set(key, value),
    get: async (key: string) => kept.get(key) ?? null,
  }
  const heads = new Heads(producerOf(redis), 'q')
  expect(await heads.wanted('s1.abc')).toBeUndefined()
  await heads.request('s1.abc', { dueAt: 12_000, rate: 1.5 })
  expect(await heads.wanted('s1.abc')).toEqual({ dueAt: 12_000, rate: 1.5 })
  for (const key of kept.keys()) kept.set(key, '')
  expect(await heads.wanted('s1.abc')).toEqual({ dueAt: 0, rate: 1 })
})
