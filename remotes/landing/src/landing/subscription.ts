import { subscribe as subscribeRoute } from '@andscene/contracts/routes/emails'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { retryWrite } from '@andscene/web-kit/retries'
import { EMAIL_SUBSCRIBED_KEY, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'

/** How long a sign-up is stored on this device (product §9). */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000
const SOURCE = 'landing-page'

/**
 * Returns true if a sign-up of the last 30 days is stored. Removes a record that is older, more than 30 days in the
 * future, or unreadable (product §4).
 */
export function isRemembered(now = Date.now()): boolean {
  const stored = readKey(EMAIL_SUBSCRIBED_KEY)
  if (stored === null) return false
  const date = dateOf(stored)
  if (date !== undefined && Math.abs(now - date) < REMEMBERED_MS) return true
  removeKey(EMAIL_SUBSCRIBED_KEY)
  return false
}

function dateOf(stored: string): number | undefined {
  try {
    const record = JSON.parse(stored) as { date?: unknown } | null
    const date = typeof record?.date === 'string' ? Date.parse(record.date) : Number.NaN
    return Number.isNaN(date) ? undefined : date
  } catch {
    return undefined
  }
}

/**
 * Adds an address to the launch list and stores that on this device. Retries like all writes; rejects with ApiError.
 */
export async function subscribe(email: string, onRetry?: () => void): Promise<void> {
  await retryWrite(() => call(subscribeRoute, { body: { email, source: SOURCE } }), onRetry)
  writeKey(EMAIL_SUBSCRIBED_KEY, JSON.stringify({ date: new Date().toISOString(), email }))
}

export function subscribeError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  if (error.status === 0) return 'Network error. Please try again later.'
  return error.serverMessage ?? 'Failed to subscribe'
}
