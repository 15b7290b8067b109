import { httpFailure, SAYING as OVER_HTTP } from '../http/http-failure.ts'
import { SpeechError, type SpeechErrorKind } from '../provider.ts'

export const SERVER = 'Azure Speech'

/** HTTP status with which a connection was rejected, if the SDK reports it. */
export function refusedWith(details: string): number | undefined {
  const status = /Unexpected server response: (\d{3})/.exec(details)?.[1]
  return status === undefined ? undefined : Number(status)
}

/**
 * Classifies an error text of the SDK: rejected with an HTTP status, closed with a WebSocket code, or no connection.
 */
export function azureFailure(details: string): SpeechError {
  const status = refusedWith(details)
  if (status !== undefined) return httpFailure(SERVER, status, details)
  const code = Number(/websocket error code: (\d+)/.exec(details)?.[1])
  const kind = kindOfClose(code, details)
  return new SpeechError(kind, `${SERVER} ${SAYING[kind]}.`, { cause: details })
}

const SAYING = {
  ...OVER_HTTP,
  'unknown-voice': 'does not know this voice',
  network: 'could not be reached, or the connection broke off',
}

/** Codes of RFC 6455, codes from 4000 that repeat an HTTP status, and the service's error texts. */
function kindOfClose(code: number, details: string): SpeechErrorKind {
  if (/unsupported voice|voice .*not (?:supported|found)/i.test(details)) return 'unknown-voice'
  if (/quota/i.test(details)) return 'quota'
  if (code === 4429 || /too many requests|throttl/i.test(details)) return 'throttled'
  if (code === 4401 || code === 4403 || code === 1008) return 'auth'
  if (code === 1002 || code === 1003 || code === 1007 || code === 4400) return 'bad-input'
  if (code === 1011 || code === 1012 || code === 1013 || code >= 4500) return 'server'
  return 'network'
}
