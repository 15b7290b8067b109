import { request, type Dispatcher, type FormData } from 'undici'
import type { Requests } from '../fault.ts'

const RESPONSE_LIMIT_MS = 60_000

type Sent = {
  kind: string
  url: URL
  method?: string
  headers?: Record<string, string>
  body?: string | FormData | undefined
  /** Returns what is wrong with a 2xx response. */
  wrong?: ((status: number, body: Buffer) => string | undefined) | undefined
}

/** Sends requests and counts them by outcome, and failures by kind. */
export class Tally {
  readonly requests: Requests = { made: 0, failed: 0, refused: 0 }
  readonly #failures = new Map<string, number>()

  /**
   * Resolves to the body of a correct 2xx response; undefined when the request was clearly refused (503 with
   * Retry-After, architecture §10) or failed.
   */
  async send(dispatcher: Dispatcher, { kind, url, wrong, ...options }: Sent): Promise<Buffer | undefined> {
    this.requests.made += 1
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher,
        headersTimeout: RESPONSE_LIMIT_MS,
        bodyTimeout: RESPONSE_LIMIT_MS,
        ...options,
      } as Parameters<typeof request>[1])
      const bytes = Buffer.from(await body.arrayBuffer())
      if (statusCode >= 200 && statusCode < 300) {
        const fault = wrong?.(statusCode, bytes)
        if (fault === undefined) return bytes
        this.fail(`${kind}: ${fault}`)
      } else if (statusCode === 503 && headers['retry-after'] !== undefined) this.requests.refused += 1
      else this.fail(`${kind}: ${statusCode} ${bytes.subarray(0, 120)}`)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      this.fail(`${kind}: ${code === undefined ? String(error) : `${code} (${message})`}`)
    }
    return undefined
  }

  fail(what: string): void {
    this.requests.failed += 1
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1)
  }

  /** For example `2 × list: ECONNRESET`; the most frequent first. */
  failures(): string[] {
    return [...this.#failures]
      .sort(([, one], [, other]) => other - one)
      .map(([what, times]) => `${times} × ${what}`)
  }
}
