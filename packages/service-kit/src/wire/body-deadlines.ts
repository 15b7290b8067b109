import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { HttpError } from '../http-error.ts'
import { classOf } from './request-class.ts'
import { hasBody } from './request-fault.ts'

export type BodyLimits = {
  /** Time limit of a whole body that is not an upload. */
  bodyMs: number
  /** Time limit of a whole upload. */
  uploadMs: number
  /** An upload must arrive at `leastBytesPerSecond` on average over any period of this length. */
  windowMs: number
  leastBytesPerSecond: number
  /** Interval of the check; a slow body is found at most this much later. */
  checkMs: number
}
export const BODY_LIMITS: BodyLimits = {
  bodyMs: 15_000,
  uploadMs: 120_000,
  windowMs: 10_000,
  leastBytesPerSecond: 8_000,
  checkMs: 1_000,
}

export type BodyOptions = {
  limits?: Partial<BodyLimits> | undefined
}

/**
 * A request body must arrive in time, or the request fails with TIMEOUT: while it is parsed, and while it streams to
 * another process.
 */
export const bodyDeadlines = fp(
  async (app: FastifyInstance, { limits }: BodyOptions) => {
    const deadlines = new BodyDeadlines({ ...BODY_LIMITS, ...limits })
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const isUpload = classOf(request) === 'upload'
      if (hasBody(request.raw)) done(null, deadlines.watch(payload as Readable, isUpload))
      else done(null, payload)
    })
    const timer = setInterval(() => deadlines.check(), deadlines.limits.checkMs).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'body-deadlines', dependencies: ['wire'] },
)

/** Watches bodies while they arrive. One timer checks all of them, so a chunk costs no more than an addition. */
export class BodyDeadlines {
  readonly limits: BodyLimits
  readonly #now: () => number
  readonly #bodies = new Set<WatchedBody>()

  constructor(limits: BodyLimits = BODY_LIMITS, now: () => number = () => performance.now()) {
    this.limits = limits
    this.#now = now
  }

  /** The stream to read instead of `source`; it fails with TIMEOUT when `source` is too slow. */
  watch(source: Readable, isUpload: boolean): Readable {
    const body = new WatchedBody(source, isUpload, this.#now())
    this.#bodies.add(body)
    body.once('close', () => this.#bodies.delete(body))
    return source.pipe(body)
  }

  /** Fails every body whose time has expired. */
  check(): void {
    const now = this.#now()
    for (const body of this.#bodies) if (body.isLate(now, this.limits)) body.destroy(tooSlow())
  }

  /** Bodies that are still arriving. */
  get size(): number {
    return this.#bodies.size
  }
}

class WatchedBody extends Transform {
  readonly #source: Readable
  readonly #isUpload: boolean
  readonly #startedAt: number
  #bytes = 0
  /** Bytes received at each time, for the last window. */
  #marks: { at: number; bytes: number }[]

  constructor(source: Readable, isUpload: boolean, startedAt: number) {
    super()
    this.#source = source
    this.#isUpload = isUpload
    this.#startedAt = startedAt
    this.#marks = [{ at: startedAt, bytes: 0 }]
    // A client that disconnects ends the body; its reader, if any, reports that.
    source.once('error', (error) => this.destroy(error))
    this.on('error', () => undefined)
    // The request was refused; the rest of its body is discarded.
    this.once('unpipe', () => this.writableEnded || this.destroy())
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    done(null, chunk)
  }

  isLate(now: number, limits: BodyLimits): boolean {
    const { bodyMs, uploadMs, windowMs, leastBytesPerSecond } = limits
    if (this.writableEnded) return false
    if (now - this.#startedAt >= (this.#isUpload ? uploadMs : bodyMs)) return true
    if (!this.#isUpload) return false
    // If bytes wait to be read, the reader is slow, not the client.
    if (this.readableLength + this.#source.readableLength > 0) {
      this.#marks = [{ at: now, bytes: this.#bytes }]
      return false
    }
    const marks = this.#marks
    while (marks[1] && now - marks[1].at >= windowMs) marks.shift()
    const first = marks[0] ?? { at: now, bytes: 0 }
    marks.push({ at: now, bytes: this.#bytes })
    const least = (leastBytesPerSecond * windowMs) / 1_000
    return now - first.at >= windowMs && this.#bytes - first.bytes < least
  }
}

const tooSlow = () => new HttpError('TIMEOUT', 'The request took too long to arrive. Please try again.')
