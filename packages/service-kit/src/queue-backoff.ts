const BASE_MS = 1_000
const LIMIT_MS = 60_000

/** Doubles from 1 s to 60 s, of which a random half is waited, and at least what the failure asked for. */
export function backoffStrategy(attemptsMade: number, _type?: string, error?: Error): number {
  const full = Math.min(LIMIT_MS, BASE_MS * 2 ** (attemptsMade - 1))
  const jittered = full / 2 + (Math.random() * full) / 2
  const asked = (error as { retryAfterMs?: unknown } | undefined)?.retryAfterMs
  return Math.round(typeof asked === 'number' ? Math.max(asked, jittered) : jittered)
}
