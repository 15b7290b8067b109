import type { Readable } from 'node:stream'
import { Agent, errors } from 'undici'
import { parseMetrics, type Sample } from './metrics-text.ts'

/**
 * `refused`: no connection · `late`: no complete response in time · `large`: over the byte limit · `strange`: the response
 * is not that of a part of the platform
 */
export type Absence = 'refused' | 'late' | 'large' | 'strange'
export type Scraped = { samples: readonly Sample[] } | { away: Absence }

export type ScrapeLimits = { ms: number; bytes: number }

/** A part without Redis or database responds after 2 s. */
export const SCRAPE_LIMITS: ScrapeLimits = { ms: 3_000, bytes: 1024 ** 2 }
/** Exported by every part. */
const COMMON_METRIC = 'process_start_time_seconds'

/** Reads the metrics of processes without proxy or redirects, within limits of time and size. */
export class Scraper {
  readonly #agent: Agent
  readonly #limits: ScrapeLimits
  readonly #names: ReadonlySet<string>

  constructor(names: Iterable<string>, limits: ScrapeLimits = SCRAPE_LIMITS) {
    this.#limits = limits
    this.#names = new Set([...names, COMMON_METRIC])
    this.#agent = new Agent({
      connections: 1,
      pipelining: 1,
      maxResponseSize: limits.bytes,
      connect: { timeout: limits.ms },
    })
  }

  /** Never rejects. */
  async scrape(origin: string): Promise<Scraped> {
    try {
      const { statusCode, headers, body } = await this.#agent.request({
        origin,
        path: '/metrics',
        method: 'GET',
        signal: AbortSignal.timeout(this.#limits.ms),
      })
      const isText = String(headers['content-type']).startsWith('text/plain')
      if (statusCode !== 200 || !isText) {
        leave(body)
        return { away: 'strange' }
      }
      if (Number(headers['content-length'] ?? 0) > this.#limits.bytes) {
        leave(body)
        return { away: 'large' }
      }
      const samples = parseMetrics(await body.text(), this.#names)
      return samples.some(({ name }) => name === COMMON_METRIC) ? { samples } : { away: 'strange' }
    } catch (error) {
      return { away: absenceOf(error) }
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

/** Drops the response unread. */
const leave = (body: Readable) => void body.on('error', () => undefined).destroy()

function absenceOf(error: unknown): Absence {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'large'
  if (error instanceof errors.ConnectTimeoutError) return 'late'
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'late'
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'strange'
  return 'refused'
}
