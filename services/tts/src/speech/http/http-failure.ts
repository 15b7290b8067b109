import { SpeechError, type SpeechErrorKind } from '../provider.ts'

/** Longest part of a server's response that is included in the log. */
const BODY_LIMIT = 300
const QUOTA_WORDS = /insufficient_quota|quota exceeded|billing|out of (?:call volume )?quota/i

/** Milliseconds of a Retry-After header, given in seconds or as a date. */
function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined
}

/** Classifies an HTTP error response. `body` is kept as the cause for operators; the message is for all users. */
export function httpFailure(
  server: string,
  status: number,
  body: string,
  retryAfter?: string | null,
): SpeechError {
  const kind = kindOf(status, body)
  const wait = retryAfterMs(retryAfter)
  return new SpeechError(kind, `${server} ${SAYING[kind]} (HTTP ${status}).`, {
    cause: body.slice(0, BODY_LIMIT),
    retryAfterMs: wait,
  })
}

function kindOf(status: number, body: string): SpeechErrorKind {
  if (status === 401 || status === 403) return QUOTA_WORDS.test(body) ? 'quota' : 'auth'
  if (status === 402) return 'quota'
  if (status === 429) return QUOTA_WORDS.test(body) ? 'quota' : 'throttled'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 404) return 'unknown-voice'
  return status < 500 ? 'bad-input' : 'server'
}

export const SAYING: Record<SpeechErrorKind, string> = {
  'bad-input': 'refused this text',
  'unknown-voice': 'does not know this voice or model',
  auth: 'refused the key',
  throttled: 'has too many requests now',
  quota: 'says that the allowance is used up',
  network: 'could not be reached',
  server: 'failed',
  timeout: 'took too long',
}

/** Runs a request with a time limit. Rejects with the signal's reason or a SpeechError. */
export async function withinLimit<T>(
  server: string,
  limitMs: number,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await request(signal ? AbortSignal.any([signal, limit]) : limit)
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof SpeechError) throw cause
    if (limit.aborted) throw new SpeechError('timeout', `${server} ${SAYING.timeout}.`, { cause })
    throw new SpeechError('network', `${server} ${SAYING.network}.`, { cause })
  }
}
