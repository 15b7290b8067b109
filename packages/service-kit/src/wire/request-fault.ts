import type { IncomingMessage } from 'node:http'
import { HttpError, invalid } from '../http-error.ts'
import { targetFault } from './request-target.ts'

/** More headers than any browser or proxy sends. */
const HEADERS_LIMIT = 100
const HOST_FORM = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(:\d{1,5})?$/i
/** TRACE has no body either, but no route accepts it: 405 with Allow is more specific. */
const BODYLESS = new Set(['GET', 'HEAD'])

/** Whether a body was announced; it may have arrived already. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const faults = new WeakMap<IncomingMessage, HttpError>()

/** Stores why `request` must be rejected, for the first hook. */
export const markFault = (request: IncomingMessage, fault: HttpError): void => void faults.set(request, fault)
/** Why `request` was refused before it was routed, or undefined. */
export const faultOf = (request: IncomingMessage): HttpError | undefined => faults.get(request)

/**
 * Why a request is refused before it is routed, or undefined. What could be read in two ways (by a proxy in front and
 * by us, or by us and a service) is refused rather than guessed at.
 */
export function requestFault(request: IncomingMessage): HttpError | undefined {
  const { headers, rawHeaders, httpVersion, method = '', url = '' } = request
  const fault = targetFault(url)
  if (fault) return fault
  if (!/^1\.[01]$/.test(httpVersion)) return invalid('The HTTP version is not supported')
  if (rawHeaders.length > 2 * HEADERS_LIMIT)
    return new HttpError('HEADERS_TOO_LARGE', 'The request has too many headers')
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1 || !HOST_FORM.test(headers.host ?? ''))
    return invalid('The request must name one host')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (httpVersion !== '1.1' || coding.toLowerCase() !== 'chunked'))
    return invalid('The transfer coding of the request is not supported')
  if (BODYLESS.has(method) && hasBody(request)) return invalid(`A ${method} request has no body`)
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    return new HttpError('UNSUPPORTED_MEDIA', 'Send the request without compressing it')
  return undefined
}
