import { Type, type Static, type TSchema } from './schema.ts'

/** Stable error codes and their status (architecture §5); the message is for users and may change. */
export const ERROR_STATUS = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  /** The token was valid; the session has ended since: a new password ends all others. */
  SESSION_REVOKED: 401,
  ACCOUNT_DISABLED: 401,
  ACCOUNT_DELETED: 401,
  FORBIDDEN: 403,
  RECENT_SIGN_IN_REQUIRED: 403,
  NOT_FOUND: 404,
  /** Between services only: to clients, a link with a wrong passphrase looks unknown. */
  WRONG_PASSPHRASE: 404,
  METHOD_NOT_ALLOWED: 405,
  TIMEOUT: 408,
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
  INTERNAL: 500,
  SPEECH_FAILED: 502,
  UNAVAILABLE: 503,
  /** The voice is still loading; its clips can be made once it is ready. */
  VOICE_LOADING: 503,
  /** A service does not respond: the requested resource is not at fault, and is available once the service recovers. */
  AWAY: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS
/** Why a session has ended, as far as the identity service reports it. */
export const SESSION_ENDS = [
  'SESSION_REVOKED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_DELETED',
] as const satisfies ErrorCode[]
export const ERROR_CODES = Object.keys(ERROR_STATUS) as readonly ErrorCode[]
export const ErrorCode = Type.Enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]])

export const Failure = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: ErrorCode,
  requestId: Type.String(),
  /** With CONFLICT, on a route that declares `present`: the current state of what the request would change. */
  present: Type.Optional(Type.Unknown()),
})
export type Failure = Static<typeof Failure>

export const FailureWith = <T extends TSchema>(present: T) =>
  Type.Object({ ...Failure.properties, present: Type.Optional(present) })

/** `{ success: true, data, message? }`: the format of every response with data (architecture §5). */
export const Success = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) })

export const Done = Type.Object({ success: Type.Literal(true), message: Type.Optional(Type.String()) })
export type Done = Static<typeof Done>
