import type { ErrorCode } from '@andscene/contracts/envelope'

const STATUS: Record<ErrorCode, number> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  LIBRARY_FULL: 409,
  TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA: 415,
  MISDIRECTED: 421,
  UNPARSABLE_SCRIPT: 422,
  TOO_MANY_REQUESTS: 429,
  ALLOWANCE_USED_UP: 429,
  HEADERS_TOO_LARGE: 431,
  TIMEOUT: 408,
  SPEECH_FAILED: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** A failure with a sentence for people and a stable code (architecture §5). Thrown anywhere in a handler. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly statusCode: number
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    sentence: string,
    options: { retryAfter?: number; cause?: unknown; statusCode?: number } = {},
  ) {
    super(sentence, { cause: options.cause })
    this.code = code
    this.statusCode = options.statusCode ?? STATUS[code]
    this.retryAfter = options.retryAfter ?? (code === 'UNAVAILABLE' ? 2 : undefined)
  }
}

export const notFound = (what: string) => new HttpError('NOT_FOUND', `${what} not found`)
export const invalid = (sentence: string) => new HttpError('VALIDATION', sentence)
export const unavailable = (sentence: string, cause?: unknown) =>
  new HttpError('UNAVAILABLE', sentence, { cause })

const CODE_BY_STATUS = new Map<number, ErrorCode>([
  ...(Object.entries(STATUS) as [ErrorCode, number][]).map(([code, status]) => [status, code] as const),
  // Two codes share these: the general one stands for a bare status.
  [409, 'CONFLICT'],
  [429, 'TOO_MANY_REQUESTS'],
  [502, 'UNAVAILABLE'],
])

/** The stable code that fits a bare status, for failures that other libraries raise. */
export const codeForStatus = (status: number): ErrorCode =>
  CODE_BY_STATUS.get(status) ?? (status < 500 ? 'VALIDATION' : 'INTERNAL')
