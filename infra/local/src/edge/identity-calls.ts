import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageOf } from '../failure.ts'
import { PASSWORD_POLICY, policyMisses } from './password-policy.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com'
const TOKEN = '/securetoken.googleapis.com/v1/token'
const BODY_LIMIT_BYTES = 64 * 1024
const ANSWER_LIMIT_MS = 15_000

/** What a person's browser calls: sign-up, sign-in, look-up, change and deletion of the own account, e-mail codes. */
const CLIENT_CALLS = [
  'accounts:signUp',
  'accounts:signInWithPassword',
  'accounts:signInWithIdp',
  'accounts:lookup',
  'accounts:update',
  'accounts:sendOobCode',
  'accounts:resetPassword',
  'accounts:delete',
]
/**
 * All that a client may say in these calls; the rest is dropped. So nothing of an administrator's (localId, tenantId,
 * returnOobLink, customAttributes, …) gets through in any spelling the emulator would take.
 */
const CLIENT_FIELDS = [
  'autoCreate',
  'clientType',
  'continueUrl',
  'deleteAttribute',
  'deleteProvider',
  'displayName',
  'email',
  'idToken',
  'newEmail',
  'newPassword',
  'oobCode',
  'oldPassword',
  'password',
  'photoUrl',
  'postBody',
  'requestType',
  'requestUri',
  'returnIdpCredential',
  'returnSecureToken',
  'sessionId',
] as const
type ClientBody = Partial<Record<(typeof CLIENT_FIELDS)[number], unknown>>
const OOB_KINDS = new Set(['VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'])

/**
 * The safe subset of the embedded identity on the public origin (RULINGS, Identity). The emulator takes "Bearer owner"
 * for an administrator, so no Authorization header gets through at all; nor do project, admin and emulator routes.
 */
export async function identityCalls(
  app: FastifyInstance,
  { identityUrl }: { identityUrl: string },
): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  const forward = forwarder(identityUrl)

  app.get(`${TOOLKIT}/v2/passwordPolicy`, (_request, reply) => reply.send(PASSWORD_POLICY))

  for (const call of CLIENT_CALLS)
    app.post(
      `${TOOLKIT}/v1/${call.replace(':', '::')}`,
      { bodyLimit: BODY_LIMIT_BYTES },
      (request, reply) => {
        const body = clientBody(request.body)
        const refusal = request.headers.authorization ? ADMIN_REFUSAL : refusalOf(call, body)
        return refusal
          ? reply.code(refusal.code).send({ error: refusal })
          : forward(request, reply, JSON.stringify(body))
      },
    )

  app.post(TOKEN, { bodyLimit: BODY_LIMIT_BYTES }, (request, reply) =>
    request.headers.authorization
      ? reply.code(403).send({ error: ADMIN_REFUSAL })
      : forward(request, reply, String(request.body)),
  )

  for (const path of [
    `${TOOLKIT}/*`,
    '/securetoken.googleapis.com/*',
    '/emulator/*',
    '/www.googleapis.com/*',
  ])
    app.all(path, refuse)

  app.get<{ Querystring: { mode?: string; oobCode?: string } }>('/emulator/action', (request, reply) =>
    reply.redirect(actionTarget(request.query.mode, request.query.oobCode)),
  )
}

const refuse = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.code(403).send({ error: ADMIN_REFUSAL })

/** Where the link of an e-mail leads to: one action address that dispatches on `mode` (RULINGS, Identity). */
export function actionTarget(mode = '', oobCode = ''): string {
  const query = new URLSearchParams(mode === 'resetPassword' ? { mode, oobCode } : { oobCode })
  return `${mode === 'resetPassword' ? '/reset-password' : '/verify-email'}?${query}`
}

const ADMIN_REFUSAL = {
  code: 403,
  message: 'PERMISSION_DENIED : Not available here',
  status: 'PERMISSION_DENIED',
}

function clientBody(body: unknown): ClientBody {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => (CLIENT_FIELDS as readonly string[]).includes(name)),
  )
}

function refusalOf(call: string, body: ClientBody): { code: number; message: string } | undefined {
  if (body.requestType !== undefined && !OOB_KINDS.has(String(body.requestType)))
    return { code: 400, message: 'OPERATION_NOT_ALLOWED : This kind of e-mail is not sent here' }
  const password = call === 'accounts:signInWithPassword' ? undefined : (body.newPassword ?? body.password)
  const misses = typeof password === 'string' ? policyMisses(password) : []
  if (misses.length === 0) return undefined
  return {
    code: 400,
    message: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${misses.join(', ')}]`,
  }
}

/** Sends the call on with nothing but its body, and the answer back with nothing but its type. */
function forwarder(identityUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply, body: string): Promise<FastifyReply> => {
    try {
      const answer = await fetch(new URL(request.url, identityUrl), {
        method: 'POST',
        headers: {
          'content-type': request.headers['content-type'] ?? 'application/json',
          'x-forwarded-host': request.host,
        },
        body,
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      })
      return await reply
        .code(answer.status)
        .type(answer.headers.get('content-type') ?? 'application/json')
        .header('cache-control', 'no-store')
        .send(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      request.log.warn(`Identity does not answer: ${messageOf(error)}`)
      // An answer, whatever its status, makes the identity SDK sign the person out; a broken connection does not.
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
  }
}
