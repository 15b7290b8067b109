import { CLIENT_CLIP_MS } from '@andscene/contracts/deadlines'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { QUEUES } from '@andscene/contracts/queues'
import { QueueEventsProducer } from 'bullmq'
import type { ClipHead, Hearing } from '../speech/provider.ts'
import { onRedis, redisKeys } from './redis-keys.ts'

export const HEAD_EVENT = 'head'

/** Requests read a head within milliseconds; later ones read the latest head. */
const KEEP_MS = 20_000
/** Default of BullMQ. */
const EVENTS_KEPT = 10_000

/** The durations of head and whole clip, as doubles, precede the MP3. */
const HEADER_BYTES = 16

/**
 * Heads of clips (decision 0042), sent by workers to waiting requests. Kept in Redis for some seconds, never stored.
 */
export class Heads {
  readonly #producer: Producer<typeof QUEUES.lineAudio>
  readonly #queuePrefix: string
  readonly #keys: ReturnType<typeof redisKeys>
  readonly #redis: ReturnType<typeof onRedis>
  /** Uses the connection of the queue, so it does not have to be closed. */
  #events: QueueEventsProducer | undefined

  constructor(producer: Producer<typeof QUEUES.lineAudio>, queuePrefix: string) {
    this.#producer = producer
    this.#queuePrefix = queuePrefix
    this.#keys = redisKeys(queuePrefix)
    this.#redis = onRedis(producer)
  }

  /** Requests heads of this job's clip. The latest request replaces earlier ones. */
  async request(jobId: string, hearing: Hearing): Promise<void> {
    const text = JSON.stringify(hearing)
    await this.#redis((redis) => redis.set(this.#keys.wantsHead(jobId), text, 'PX', CLIENT_CLIP_MS))
  }

  /** How the client of this job plays a head; undefined if it did not request one. */
  async wanted(jobId: string): Promise<Hearing | undefined> {
    const text = await this.#redis((redis) => redis.get(this.#keys.wantsHead(jobId)))
    if (text === null) return undefined
    // Older releases write an empty string.
    return text === '' ? { dueAt: 0, rate: 1 } : (JSON.parse(text) as Hearing)
  }

  async publish(jobId: string, { mp3, durationMs, wholeMs }: ClipHead): Promise<void> {
    const packed = Buffer.alloc(HEADER_BYTES + mp3.byteLength)
    packed.writeDoubleBE(durationMs, 0)
    packed.writeDoubleBE(wholeMs, HEADER_BYTES / 2)
    packed.set(mp3, HEADER_BYTES)
    await this.#producer.ask(async (queue, redis) => {
      await redis.set(this.#keys.head(jobId), packed, 'PX', KEEP_MS)
      this.#events ??= new QueueEventsProducer(queue.name, { connection: redis, prefix: this.#queuePrefix })
      await this.#events.publishEvent({ eventName: HEAD_EVENT, jobId }, EVENTS_KEPT)
    })
  }

  async find(jobId: string, longerThanMs = 0): Promise<ClipHead | undefined> {
    const packed = await this.#redis((redis) => redis.getBuffer(this.#keys.head(jobId)))
    if (!packed) return undefined
    const durationMs = packed.readDoubleBE(0)
    if (durationMs <= longerThanMs) return undefined
    return {
      durationMs,
      wholeMs: packed.readDoubleBE(HEADER_BYTES / 2),
      mp3: packed.subarray(HEADER_BYTES),
    }
  }
}
