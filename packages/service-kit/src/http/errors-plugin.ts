import type { Failure } from '@andscene/contracts/schema/envelope'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { codeForStatus, HttpError, invalid } from '../http-error.ts'
import { isEnding } from '../wire/lingering-close.ts'
import { faultOf } from '../wire/request-fault.ts'
import { validationSentence } from './validation-sentence.ts'

/** Converts every error of a process to the format of architecture §5. A 5xx contains no internal details. */
export const errorsPlugin = fp(
  async (app: FastifyInstance) => {
    app.setNotFoundHandler((request, reply) => {
      const failure = new HttpError('NOT_FOUND', 'This address does not exist')
      logFailure(request, failure, failure)
      return sendFailure(request, reply, failure)
    })
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const failure = error.validation ? invalidRequest(error, request) : toHttpError(error)
      logFailure(request, error, failure)
      return sendFailure(request, reply, failure)
    })
  },
  { name: 'errors' },
)

export function toHttpError(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError('TOO_LARGE', 'The request is too large', { cause: error })
  if (status === 414) return new HttpError('URI_TOO_LONG', 'The address is too long', { cause: error })
  if (status >= 500) return new HttpError('INTERNAL', 'An internal error occurred', { cause: error })
  const sentence = SENTENCES[error.code] ?? 'The request is not valid'
  return new HttpError(codeForStatus(status), sentence, { cause: error })
}

/** Our sentences for errors of libraries, whose messages are for developers. */
const SENTENCES: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request is empty',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the request is not supported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the request does not match its Content-Length',
}

function invalidRequest(error: FastifyError, request: FastifyRequest): HttpError {
  if (error.validationContext === 'body' && (request.body ?? null) === null)
    return invalid('The request is empty')
  const schema = request.routeOptions.schema?.[error.validationContext as keyof FastifySchema]
  return invalid(validationSentence(error.validation ?? [], schema))
}

/** Sends the error form; also for replies outside of any route. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
  return reply
    .code(error.statusCode)
    .header('x-content-type-options', 'nosniff')
    .type('application/json')
    .send(failureBody(error, request.id))
}

export const failureBody = (error: HttpError, requestId: string): Failure => ({
  success: false,
  error: error.message,
  code: error.code,
  requestId,
  ...(error.present !== undefined && { present: error.present }),
})

/** A 4xx error is logged in one line without client input; a 5xx error with everything that is needed to fix it. */
function logFailure(request: FastifyRequest, error: Error, failure: HttpError): void {
  // The whole connection was rejected, which is logged; or the client has disconnected.
  if (isEnding(request.socket) || request.socket.destroyed) return
  const facts = {
    route: request.is404 || faultOf(request.raw) ? 'none' : (request.routeOptions.url ?? 'none'),
    method: request.method,
    reason: failure.code,
    status: failure.statusCode,
    address: request.ip,
    person: (request as { uid?: string }).uid || undefined,
  }
  if (failure.statusCode < 500) request.log.info(facts, 'request refused')
  else if (failure.cause || error !== failure) request.log.error({ ...facts, err: error }, 'request failed')
  else request.log.warn(facts, 'request refused')
}
