import { errorsOf, type Route } from '@andscene/contracts/define-route'
import { ERROR_STATUS, type ErrorCode } from '@andscene/contracts/schema/envelope'
import type { TSchema } from '@andscene/contracts/schema/schema'
import { REQUEST_ID_HEADER } from '@andscene/service-kit/create-app'

type Document = Record<string, unknown>

export const json = (schema: unknown) => ({ 'application/json': { schema } })
export const text = (description: string) => ({ description, schema: { type: 'string' } })
/** On every response. */
export const HEADERS = { [REQUEST_ID_HEADER]: text('Identifies the request in the logs') }

/** Descriptions of the codes for API client developers. */
const MEANING: Record<ErrorCode, string> = {
  VALIDATION: 'The request is invalid; the message names the field.',
  UNAUTHENTICATED: 'The token is missing or invalid. Sign in again, or open the link again.',
  SESSION_REVOKED: 'The session of the token has ended, because the password was changed. Sign in again.',
  ACCOUNT_DISABLED: 'The account of the token is disabled.',
  ACCOUNT_DELETED: 'The account of the token was deleted.',
  FORBIDDEN: 'The user does not have this right, or a guest must sign in first.',
  RECENT_SIGN_IN_REQUIRED:
    'An irreversible request needs a token of a user who signed in within the last five minutes.',
  NOT_FOUND: 'It does not exist, or the caller does not have the right.',
  WRONG_PASSPHRASE: 'Used between services only; clients receive NOT_FOUND.',
  METHOD_NOT_ALLOWED: 'The address does not support this method; Allow lists the supported ones.',
  TIMEOUT: 'The request took too long to arrive.',
  CONFLICT:
    'The request conflicts with the current state; the message gives the reason: the same upload is in progress, the upload of a draft has to be confirmed, a note has changed, a script has its maximum of notes, links or collaborators, its file was not stored.',
  LIBRARY_FULL: 'The user has the maximum number of scripts.',
  TOO_LARGE: 'The body is larger than this operation accepts.',
  URI_TOO_LONG: 'The address is longer than 8 kB.',
  UNSUPPORTED_MEDIA: 'The content type is not supported, or the body is compressed.',
  MISDIRECTED: 'The request names a host that is not served here.',
  UNPARSABLE_SCRIPT: 'The file is not a readable Final Draft script.',
  TOO_MANY_REQUESTS: 'Too many requests, per minute or concurrently; retry after Retry-After.',
  ALLOWANCE_USED_UP: 'The daily allowance of new audio is used up; it is renewed after Retry-After.',
  HEADERS_TOO_LARGE: 'The headers are too many or too large.',
  INTERNAL: 'An internal error.',
  SPEECH_FAILED: 'The provider of the voice failed or rejected the request.',
  UNAVAILABLE: 'Temporarily unavailable; retry after Retry-After.',
  VOICE_LOADING: 'The voice is still loading; retry after Retry-After.',
  AWAY: 'A part of the platform does not respond; retry after Retry-After.',
}
const WITH_RETRY_AFTER = new Set<ErrorCode>([
  'TOO_MANY_REQUESTS',
  'ALLOWANCE_USED_UP',
  'UNAVAILABLE',
  'VOICE_LOADING',
  'AWAY',
])
/** Possible for any request, before it reaches its route. */
const OF_ANY_REQUEST: ErrorCode[] = [
  'VALIDATION',
  'TIMEOUT',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA',
  'MISDIRECTED',
  'HEADERS_TOO_LARGE',
]
/** Additional responses of the public port: an unknown Expect, an unavailable gateway. */
const OF_THE_PUBLIC_PORT: [number, ErrorCode][] = [
  [417, 'VALIDATION'],
  [502, 'UNAVAILABLE'],
]

/** Responses by status; several codes may share one. */
export function failures(route: Route): Document {
  const byStatus = new Map(OF_THE_PUBLIC_PORT.map(([status, code]) => [status, [code]]))
  for (const code of new Set([...errorsOf(route), ...OF_ANY_REQUEST])) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      codes.length === 1 && !(codes[0] === 'CONFLICT' && route.present)
        ? { $ref: `#/components/responses/${codes[0]}` }
        : failure(codes, codes.includes('CONFLICT') ? route.present : undefined),
    ]),
  )
}

export const failure = (codes: readonly ErrorCode[], present?: TSchema) => ({
  description: codes.map((code) => `${code}: ${MEANING[code]}`).join(' '),
  headers: {
    ...HEADERS,
    ...(codes.some((code) => WITH_RETRY_AFTER.has(code)) && {
      'retry-after': { description: 'Seconds', schema: { type: 'integer' } },
    }),
  },
  content: json({
    allOf: [
      { $ref: '#/components/schemas/Failure' },
      { properties: { code: { enum: codes }, ...(present && { present }) } },
    ],
  }),
})
