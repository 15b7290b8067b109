import { acknowledgedChannel, narratedChannel } from '@andscene/contracts/queues'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { SOON } from '../testing/harness.ts'
import { followTts } from './follow-tts.ts'

const redis: RedisServer = await startRedis()
afterAll(() => redis.stop())

let received: unknown[]
let warned: string[]
let following: { close(): void } | undefined
beforeEach(() => {
  ;[received, warned] = [[], []]
})
afterEach(() => following?.close())

const follow = () => {
  const receivers = {
    feeds: { narrated: (id: string) => received.push(id) },
    commands: { acknowledge: async (done: object) => void received.push(done) },
    erasure: { audioErased: (uid: string) => received.push(uid) },
  }
  const log = { warn: (_fields: unknown, message: string) => warned.push(message) }
  following = followTts({ redis: redis.url, prefix: 'p' }, receivers as never, log as never)
}
const publish = (channel: string, message: string) => redis.command(`PUBLISH ${channel} ${message}`)
/** Publishes again until there is a subscriber. */
const untilReceived = () => expect.poll(() => publish(narratedChannel('p'), 'here'), SOON).toBe(':1')

test('ignores malformed messages, and kinds that only a newer release has', async () => {
  follow()
  await untilReceived()
  const done = { scriptId: 's', kind: 'deleted', mark: 1 }
  const unknown = [{ ...done, kind: 'renamed' }, { ...done, mark: { $gt: 0 } }, { erasedUid: 1 }, 1, null]
  const messages = ['{', ...[...unknown, done, { erasedUid: 'ada' }].map((one) => JSON.stringify(one))]
  for (const message of messages) await publish(acknowledgedChannel('p'), `'${message}'`)
  await expect.poll(() => received, SOON).toEqual(['here', done, 'ada'])
  expect(warned).toEqual(['an acknowledgement of tts is lost'])
})

test('subscribes again after Redis has rejected it', async () => {
  await redis.command('ACL SETUSER default resetchannels')
  follow()
  await expect.poll(() => warned, SOON).toEqual(['messages of tts are not received'])
  await redis.command('ACL SETUSER default allchannels')
  await untilReceived()
})
