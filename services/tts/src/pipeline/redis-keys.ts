import { acknowledgedChannel, narratedChannel } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Redis } from 'ioredis'

/**
 * Redis keys and channels of tts in addition to BullMQ's. Releases share them during an update, so they must not
 * change.
 */
export function redisKeys(queuePrefix: string) {
  const key = (name: string) => (id: string) => `${queuePrefix}:tts:${name}:${id}`
  return {
    /** String, by script: the `castingVersion` of the last plan. Expires after a day. */
    castingVersion: key('casting-version'),
    /** String, by script: the `castingVersion` for which all clips are stored. Expires after 10 minutes at most. */
    complete: key('complete'),
    /** String, by script: the line index of its listener. Expires after 10 minutes. */
    listener: key('listener'),
    /** String, by user: the script they listen to. Expires after 10 minutes. */
    listening: key('listening'),
    /** Sorted set, by owner: scripts that are being narrated, by time of the last plan. Expires after 30 minutes. */
    narrations: key('narrations'),
    /** Set of binary hashes, by script: jobs that plans have queued. Expires after a day. */
    queued: key('queued'),
    /** Set of binary hashes, by script: jobs that plans have put before the tier. Expires after a day. */
    front: key('front'),
    /** Sorted set, by job: request ids (or `again:<uid>`) that wait for the clip, by end of their lease. */
    waiters: key('waiters'),
    /** Sorted set, by share: `<job>|<request>` that the share waits for, by end of their lease. */
    awaits: key('awaits'),
    /** Counter, by share: rejected requests. Expires after 5 seconds. */
    refused: key('refused'),
    /** Hash, by share: engine time in ms that is used (`until`) or reserved (by job). Expires after 2 minutes. */
    engine: key('engine'),
    /** JSON string, by job: how its client plays a head. Expires with the request. */
    wantsHead: key('wants-head'),
    /** Binary string, by job: the latest head of its clip. Expires after 20 seconds. */
    head: key('head'),
    /** Hash: the state of the natural voices as JSON, by worker. Expires after 10 seconds. */
    naturalVoices: `${queuePrefix}:natural-voices`,
    channels: {
      /** Message: a job whose client has left. */
      abandoned: `${queuePrefix}:tts:abandoned`,
      /** Message: `<priority> <job>` of a job for which a client waits. */
      awaited: `${queuePrefix}:tts:awaited`,
      /** Empty message: natural voices may soon be needed. */
      prepare: `${queuePrefix}:tts:prepare`,
      /** Message: the id of a script whose clips have changed. */
      narrated: narratedChannel(queuePrefix),
      /** Message: an Acknowledgement. */
      acknowledged: acknowledgedChannel(queuePrefix),
    },
  }
}

/** The part of a producer that runs Redis commands. */
export type RedisSource = Pick<Producer, 'ask'>

/** Runs commands on the producer's connection. Rejects with AWAY while Redis is unavailable. */
export const onRedis =
  (producer: RedisSource) =>
  <T>(work: (redis: Redis) => Promise<T>): Promise<T> =>
    producer.ask((_queue, redis) => work(redis))
