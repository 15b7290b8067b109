import { IDENTITY_SECRET_HEADER } from '@andscene/contracts/platform'
import { messageOf } from '@andscene/service-kit/http-error'
import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buffer } from 'node:stream/consumers'
import { clientBody, PASSWORD_POLICY, refusalOf, type ClientBody } from './identity-fields.ts'
import { signInLimits, type IdentityLimits } from './sign-in-limits.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com'
const TOKEN = '/securetoken.googleapis.com/v1/token'
const FORM = 'application/x-www-form-urlencoded'
/** The emulator requires an API key and accepts any. */
const KEY = 'key=embedded'
const BODY_LIMIT_BYTES = 64 * 1024
const RESPONSE_LIMIT_MS = 15_000

/**
 * Calls of a user's browser: sign-up, sign-in, look-up, changing the own password, e-mail codes. Not account deletion:
 * that must delete all the user's data (DELETE /api/account).
 */
const CLIENT_CALLS = [
  'accounts:signUp',
  'accounts:signInWithPassword',
  'accounts:signInWithIdp',
  'accounts:lookup',
  'accounts:update',
  'accounts:sendOobCode',
  'accounts:resetPassword',
]
export type IdentityCallsOptions = { identityUrl: string; identitySecret: string; limits: IdentityLimits }

/**
 * The safe subset of the embedded identity on the public origin (product §6). The emulator treats "Bearer owner" as an
 * administrator, so no Authorization header is forwarded, nor are project, admin and emulator routes.
 */
export async function identityCalls(app: FastifyInstance, options: IdentityCallsOptions): Promise<void> {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const forward = forwarder(options)
  const limited = signInLimits(options.limits)
  const ask = (request: FastifyRequest) => (call: string, body: object) =>
    forward(request, `${TOOLKIT}/v1/${call}?${KEY}`, 'application/json', JSON.stringify(body))

  app.get(`${TOOLKIT}/v2/passwordPolicy`, (_request, reply) => reply.send(PASSWORD_POLICY))

  for (const call of CLIENT_CALLS) {
    const address = `${TOOLKIT}/v1/${call}?${KEY}`
    app.post(
      `${TOOLKIT}/v1/${call.replace(':', '::')}`,
      { bodyLimit: BODY_LIMIT_BYTES },
      async (request, reply) => {
        const body = clientBody(call, request.body)
        const refusal = request.headers.authorization ? ADMIN_REFUSAL : refusalOf(call, body)
        if (refusal) return reply.code(refusal.code).send({ error: refusal })
        const attempt = await limited(call, request.ip, body.email)
        if ('retryAfter' in attempt) return tooMany(reply, attempt.retryAfter)
        if (call === 'accounts:update' && body.oobCode && !(await isOwnCode(body, ask(request))))
          return reply.code(400).send({ error: OF_ANOTHER })
        const response = await forward(request, address, 'application/json', JSON.stringify(body))
        await attempt.recordOutcome(response?.ok ?? true)
        return send(request, reply, response)
      },
    )
  }

  app.post(TOKEN, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (request.headers.authorization) return reply.code(403).send({ error: ADMIN_REFUSAL })
    return send(request, reply, await forward(request, `${TOKEN}?${KEY}`, FORM, grantOf(request.body)))
  })

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

/** Redirect target of a link in an e-mail: one action address that dispatches on `mode` (product §6). */
export function actionTarget(mode = '', oobCode = ''): string {
  const query = new URLSearchParams(mode === 'resetPassword' ? { mode, oobCode } : { oobCode })
  return `${mode === 'resetPassword' ? '/reset-password' : '/verify-email'}?${query}`
}

const OF_ANOTHER = { code: 400, message: 'INVALID_OOB_CODE' }

/**
 * Whether a verification code belongs to the account of the token (decision 0068): the emulator checks only the code,
 * and would verify the account of a stranger who registered the recipient's address.
 */
async function isOwnCode(
  { idToken, oobCode }: ClientBody,
  ask: (call: string, body: object) => Promise<IdentityResponse | undefined>,
): Promise<boolean> {
  if (!idToken) return false
  const [account, code] = await Promise.all([
    ask('accounts:lookup', { idToken }),
    ask('accounts:resetPassword', { oobCode }),
  ])
  if (!account?.ok || !code?.ok) return false
  const { users = [] } = JSON.parse(account.bytes.toString()) as { users?: { email?: string }[] }
  const { email } = JSON.parse(code.bytes.toString()) as { email?: string }
  return email !== undefined && users[0]?.email === email
}

const ADMIN_REFUSAL = {
  code: 403,
  message: 'PERMISSION_DENIED : Not available here',
  status: 'PERMISSION_DENIED',
}

/** The two fields that refresh a token; all others are dropped. */
function grantOf(body: unknown): string {
  const given = new URLSearchParams(typeof body === 'string' ? body : '')
  const names = ['grant_type', 'refresh_token'].filter((name) => given.has(name))
  return new URLSearchParams(
    Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])),
  ).toString()
}

function tooMany(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return reply
    .code(400)
    .header('retry-after', retryAfterSeconds)
    .send({ error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } })
}

type IdentityResponse = { ok: boolean; status: number; type: string; bytes: Buffer }

/**
 * Forwards a call to a fixed address with our own headers and a checked body, so that nothing of the client's target,
 * query or headers is passed on. Resolves with undefined when identity did not respond; a redirect counts as no
 * response.
 */
function forwarder({ identityUrl, identitySecret }: IdentityCallsOptions) {
  return async (
    request: FastifyRequest,
    address: string,
    type: string,
    body: string,
  ): Promise<IdentityResponse | undefined> => {
    try {
      const response = await sendRequest(new URL(address, identityUrl), {
        method: 'POST',
        headers: { 'content-type': type, [IDENTITY_SECRET_HEADER]: identitySecret },
        body,
        signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      })
      return {
        ok: isOk(response),
        status: response.statusCode ?? 0,
        type: response.headers['content-type'] ?? 'application/json',
        bytes: await buffer(response),
      }
    } catch (error) {
      request.log.warn(`Identity does not respond: ${messageOf(error)}`)
      return undefined
    }
  }
}

/** Sends status, type and body of a response, and no other header. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: IdentityResponse | undefined,
): FastifyReply {
  if (response)
    return reply
      .code(response.status)
      .type(response.type)
      .header('cache-control', 'no-store')
      .send(response.bytes)
  // Any response, whatever its status, makes the identity SDK sign the user out; a broken connection does not.
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}
