import { ERROR_STATUS, type ErrorCode } from '@andscene/contracts/schema/envelope'
import { countDependencyError, type Dependency } from './metrics/process-metrics.ts'

const RETRIED_SOON = new Set<ErrorCode>(['UNAVAILABLE', 'AWAY'])

/** An error with a sentence for users and a stable code (architecture §5). Can be thrown anywhere in a handler. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly statusCode: number
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** With CONFLICT: the present state, in the form of the route's `present`. */
  readonly present: unknown

  constructor(
    code: ErrorCode,
    sentence: string,
    options: { retryAfter?: number; cause?: unknown; statusCode?: number; present?: unknown } = {},
  ) {
    // The stack of a 4xx error is never read and costs more than the rest of it; a flood of them must be cheap.
    const depth = Error.stackTraceLimit
    if (ERROR_STATUS[code] < 500) Error.stackTraceLimit = 0
    super(sentence, { cause: options.cause })
    Error.stackTraceLimit = depth
    this.code = code
    this.statusCode = options.statusCode ?? ERROR_STATUS[code]
    this.retryAfter = options.retryAfter ?? (RETRIED_SOON.has(code) ? 2 : undefined)
    this.present = options.present
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const notFound = (what: string) => new HttpError('NOT_FOUND', `${what} not found`)
export const invalid = (sentence: string) => new HttpError('VALIDATION', sentence)
export const unavailable = (sentence: string, cause?: unknown) =>
  new HttpError('UNAVAILABLE', sentence, { cause })

/** Returns and counts the error of a dependency that does not respond. The cause is only for the log. */
export function dependencyUnavailable(of: Dependency, cause: unknown): HttpError {
  countDependencyError(of)
  const sentence = 'This part of And Scene is unavailable right now. Please try again in a moment.'
  return new HttpError('AWAY', sentence, { cause })
}

const CODE_BY_STATUS = new Map<number, ErrorCode>([
  ...(Object.entries(ERROR_STATUS) as [ErrorCode, number][]).map(([code, status]) => [status, code] as const),
  // Several codes share these statuses: a bare status maps to the general one.
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [429, 'TOO_MANY_REQUESTS'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
])

/** Returns the code of a bare status, for errors that other libraries throw. */
export const codeForStatus = (status: number): ErrorCode =>
  CODE_BY_STATUS.get(status) ?? (status < 500 ? 'VALIDATION' : 'INTERNAL')
