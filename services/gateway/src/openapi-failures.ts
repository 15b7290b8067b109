import { errorsOf, type Route } from '@andscene/contracts/define-route'
import { ERROR_STATUS, type ErrorCode } from '@andscene/contracts/schema/envelope'
import type { TSchema } from '@andscene/contracts/schema/schema'
import { REQUEST_ID_HEADER } from '@andscene/service-kit/create-app'

type Document = Record<string, unknown>

export const json = (schema: unknown) => ({ 'application/json': { schema } })
export const text = (description: string) => ({ description, schema: { type: 'string' } })
/** On every response. */
export const HEADERS = { [REQUEST_ID_HEADER]: text('Finds the request in the logs') }

/** Descriptions of the codes for API client developers. */
const MEANING: Record<ErrorCode, string> = {
  VALIDATION: 'The request is not valid; the sentence says which part of it.',
  UNAUTHENTICATED: 'There is no valid token: sign in again, or open the link again.',
  FORBIDDEN: 'This person may not do that, or the guest of a link must sign in to do it.',
  RECENT_SIGN_IN_REQUIRED:
    'An irreversible request needs a token of a user who signed in within the last five minutes.',
  NOT_FOUND: 'It does not exist, or it is not shared with the caller, or not for this.',
  WRONG_PASSPHRASE: 'Between services alone: callers of the API get NOT_FOUND.',
  METHOD_NOT_ALLOWED: 'The address does not take this method; Allow names those that it takes.',
  TIMEOUT: 'The request took too long to arrive.',
  CONFLICT:
    'It conflicts with the present state, and the sentence says why: the same upload is in progress, a note has changed, a script has its maximum of notes, links or collaborators, its file was not stored.',
  LIBRARY_FULL: 'The person has as many scripts as one may have.',
  TOO_LARGE: 'The request has more bytes than this operation takes.',
  URI_TOO_LONG: 'The address has more than 8 kB.',
  UNSUPPORTED_MEDIA: 'The body is of a kind that is not known here, or it is compressed.',
  MISDIRECTED: 'The request names a host that is not ours.',
  UNPARSABLE_SCRIPT: 'The file is no Final Draft script that can be read.',
  TOO_MANY_REQUESTS: 'Too many requests, per minute or in parallel; Retry-After says when to try again.',
  ALLOWANCE_USED_UP: 'The allowance of new audio is used up; Retry-After says when it is renewed.',
  HEADERS_TOO_LARGE: 'The request has more headers, or longer ones, than any browser sends.',
  INTERNAL: 'A fault of ours.',
  SPEECH_FAILED: 'The provider of the voice failed or refused us.',
  UNAVAILABLE: 'It cannot be done right now; Retry-After says when to try again.',
  VOICE_LOADING: 'The voice is still loading; Retry-After says when to try again.',
  AWAY: 'A part of the platform does not respond; Retry-After says when to try again.',
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
