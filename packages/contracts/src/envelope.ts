import { Type, type Static, type TSchema } from 'typebox'

/** Stable failure codes; the sentence beside them is for people and may change. */
export const ERROR_CODES = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'LIBRARY_FULL',
  'TOO_LARGE',
  'URI_TOO_LONG',
  'MISDIRECTED',
  'HEADERS_TOO_LARGE',
  'UNSUPPORTED_MEDIA',
  'UNPARSABLE_SCRIPT',
  'TOO_MANY_REQUESTS',
  'ALLOWANCE_USED_UP',
  'TIMEOUT',
  'SPEECH_FAILED',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export const ErrorCode = Type.Enum(ERROR_CODES)
export type ErrorCode = (typeof ERROR_CODES)[number]

export const Failure = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: ErrorCode,
  requestId: Type.String(),
})
export type Failure = Static<typeof Failure>

/** `{ success: true, data, message? }`: the form of every answer that carries data (architecture §5). */
export const Success = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) })

/** An answer that says only that it worked. */
export const Done = Type.Object({ success: Type.Literal(true), message: Type.Optional(Type.String()) })
export type Done = Static<typeof Done>
