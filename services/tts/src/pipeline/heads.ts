import { CLIENT_CLIP_MS } from '@andscene/contracts/deadlines'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { QUEUES } from '@andscene/contracts/queues'
import { QueueEventsProducer } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ClipHead, Hearing } from '../speech/provider.ts'

/** Told among the queue's events when the head of a job's clip is there. */
export const HEAD_EVENT = 'head'

/**
 * Who waits fetches a head within milliseconds, and who joins the one that is there. The wish for them lasts as long as a
 * request may.
 */
const KEEP_MS = 20_000
/** As many events as BullMQ keeps by itself. */
const EVENTS_KEPT = 10_000

/** Lengths of head and whole, as doubles, before the MP3. */
const HEADER_BYTES = 16

/**
 * Heads of clips on their way from the worker that speaks to the request that waits (decision 0042): in Redis for some
 * seconds, never stored. Rejects with AWAY while Redis is away.
 */
export class Heads {
  readonly #producer: Producer<typeof QUEUES.lineAudio>
  readonly #prefix: string
  readonly #queuePrefix: string
  /** Uses the connection of the queue, and so needs no end of its own. */
  #events: QueueEventsProducer | undefined

  constructor(producer: Producer<typeof QUEUES.lineAudio>, queuePrefix: string) {
    this.#producer = producer
    this.#queuePrefix = queuePrefix
    this.#prefix = `${queuePrefix}:tts`
  }

  /** Somebody can begin with the head of this job's clip. Of several the last one counts. */
  async want(jobId: string, hearing: Hearing): Promise<void> {
    const wish = JSON.stringify(hearing)
    await this.#redis((redis) => redis.set(this.#wishKey(jobId), wish, 'PX', CLIENT_CLIP_MS))
  }

  /** Who can begin with a head, if anybody can. */
  async wanted(jobId: string): Promise<Hearing | undefined> {
    const wish = await this.#redis((redis) => redis.get(this.#wishKey(jobId)))
    if (wish === null) return undefined
    // A process of an older release, which is still being replaced, says no more than that.
    return wish === '' ? { dueAt: 0, rate: 1 } : (JSON.parse(wish) as Hearing)
  }

  /** Leaves a head in place of the one before for those who wait, and tells them. */
  async tell(jobId: string, { mp3, durationMs, wholeMs }: ClipHead): Promise<void> {
    const packed = Buffer.alloc(HEADER_BYTES + mp3.byteLength)
    packed.writeDoubleBE(durationMs, 0)
    packed.writeDoubleBE(wholeMs, HEADER_BYTES / 2)
    packed.set(mp3, HEADER_BYTES)
    await this.#producer.ask(async (queue, redis) => {
      await redis.set(this.#headKey(jobId), packed, 'PX', KEEP_MS)
      this.#events ??= new QueueEventsProducer(queue.name, { connection: redis, prefix: this.#queuePrefix })
      await this.#events.publishEvent({ eventName: HEAD_EVENT, jobId }, EVENTS_KEPT)
    })
  }

  /** The head of a clip that is being spoken now, if one that is longer than so many milliseconds is there already. */
  async find(jobId: string, longerThanMs = 0): Promise<ClipHead | undefined> {
    const packed = await this.#redis((redis) => redis.getBuffer(this.#headKey(jobId)))
    if (!packed) return undefined
    const durationMs = packed.readDoubleBE(0)
    if (durationMs <= longerThanMs) return undefined
    return {
      durationMs,
      wholeMs: packed.readDoubleBE(HEADER_BYTES / 2),
      mp3: packed.subarray(HEADER_BYTES),
    }
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }

  #wishKey(jobId: string): string {
    return `${this.#prefix}:wants-head:${jobId}`
  }

  #headKey(jobId: string): string {
    return `${this.#prefix}:head:${jobId}`
  }
}
