import type { Failure } from '@andscene/contracts/envelope'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { codeForStatus, HttpError, unavailable } from './http-error.ts'

/** Gives every failure of a service the one form of DESIGN §5. 5xx say nothing of what is inside. */
export const errorsPlugin = fp(
  async (app: FastifyInstance) => {
    app.setNotFoundHandler((request, reply) =>
      send(request, reply, new HttpError('NOT_FOUND', 'No such address')),
    )
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const failure = toHttpError(error)
      const level = failure.statusCode >= 500 ? 'error' : 'info'
      request.log[level]({ err: error, code: failure.code }, 'request failed')
      return send(request, reply, failure)
    })
  },
  { name: 'errors' },
)

/** What the MongoDB driver calls an outage, as against a mistake of ours. */
const STORE_AWAY =
  /^Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared|PoolClosed|NotConnected|TopologyClosed)Error$/

function toHttpError(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error
  if (error.validation) return new HttpError('VALIDATION', validationSentence(error))
  if (STORE_AWAY.test(error.name))
    return unavailable('The storage is away right now. Please try again in a moment.', error)
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError('TOO_LARGE', 'The request is too large', { cause: error })
  if (status >= 500) return new HttpError('INTERNAL', 'Something went wrong on our side', { cause: error })
  return new HttpError(codeForStatus(status), error.message, { cause: error })
}

function validationSentence(error: FastifyError): string {
  const first = error.validation?.[0]
  const where = `${error.validationContext ?? 'request'}${first?.instancePath.replaceAll('/', '.') ?? ''}`
  return `${where} ${first?.message ?? 'is not valid'}`
}

function send(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  const body: Failure = { success: false, error: error.message, code: error.code, requestId: request.id }
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
  return reply.code(error.statusCode).type('application/json').send(body)
}
