import type { Requests } from '../fault.ts'

/** The outcome of a request. */
export type Outcome = 'served' | 'refused' | { failed: string }

type Received = { status: number; headers: Readonly<Record<string, string | string[] | undefined>> }

/** 2xx is served unless `wrong`; 503 with Retry-After is a clear refusal (architecture §10); anything else is a failure. */
export function judge({ status, headers }: Received, wrong?: string): Outcome {
  if (status >= 200 && status < 300) return wrong === undefined ? 'served' : { failed: wrong }
  if (status === 503 && headers['retry-after'] !== undefined) return 'refused'
  return { failed: String(status) }
}

/** Counts requests by outcome, and failures by kind. */
export class Tally {
  readonly requests: Requests = { made: 0, failed: 0, refused: 0 }
  readonly #failures = new Map<string, number>()

  add(kind: string, outcome: Outcome): void {
    this.requests.made += 1
    if (outcome === 'served') return
    if (outcome === 'refused') {
      this.requests.refused += 1
      return
    }
    this.requests.failed += 1
    const key = `${kind}: ${outcome.failed}`
    this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1)
  }

  /** For example `2 × list: ECONNRESET`; the most frequent first. */
  failures(): string[] {
    return [...this.#failures]
      .sort(([, one], [, other]) => other - one)
      .map(([what, times]) => `${times} × ${what}`)
  }
}
