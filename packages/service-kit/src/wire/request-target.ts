import { HttpError, invalid } from '../http-error.ts'

/** Longest request target, in bytes; longer ones are refused with 414. */
export const TARGET_LIMIT_BYTES = 8 * 1024

const BAD_ADDRESS = 'This host is not served here'
const NEEDLESSLY_ENCODED =
  "The address percent-encodes characters that must not be encoded. Send letters, digits and '-', '.', '_', '~' as they are."

/**
 * Why a request target (the raw bytes between method and version) is refused, or undefined when it is a path of ours:
 * one leading `/`, no dot segment, no empty segment, no slash or backslash in disguise, valid percent-encoding of what needs
 * it alone, and no control character anywhere. Whatever passes means the same to every parser between the client and the
 * service, one that does not decode included.
 */
export function targetFault(target: string): HttpError | undefined {
  if (target.length > TARGET_LIMIT_BYTES) return new HttpError('URI_TOO_LONG', 'The address is too long')
  if (!/^[\x21\x22\x24-\x7e]+$/.test(target)) return invalid(BAD_ADDRESS)
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  const query = end < 0 ? '' : target.slice(end)
  const fits =
    path.startsWith('/') &&
    !path.includes('//') &&
    !/\\|%2f|%5c/i.test(path) &&
    !hasControl(path) &&
    !/%[01][0-9a-f]|%7f/i.test(query) &&
    !path.split('/').some(isDotSegment)
  if (!fits) return invalid(BAD_ADDRESS)
  return encodesUnreserved(path) ? invalid(NEEDLESSLY_ENCODED) : undefined
}

/**
 * RFC 3986, section 2.3: such an address equals the one without the encoding; there is no need for two ways to write
 * it.
 */
const encodesUnreserved = (path: string): boolean =>
  (path.match(/%[0-9a-f]{2}/gi) ?? []).some((octet) =>
    /[A-Za-z0-9._~-]/.test(String.fromCharCode(Number.parseInt(octet.slice(1), 16))),
  )

/** Decodes as the router does, so that C1 controls in UTF-8 and broken sequences are seen too. */
function hasControl(path: string): boolean {
  if (!path.includes('%')) return false
  try {
    return /\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

const isDotSegment = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment)

/**
 * The address of `target` at a fixed origin, without its query. Throws if the result would point to anything but
 * `origin`, even though the target has passed its own check.
 */
export function upstreamAddress(origin: string, target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  if (!path.startsWith('/')) throw invalid(BAD_ADDRESS)
  const address = new URL(origin.replace(/\/$/, '') + path)
  if (address.origin !== new URL(origin).origin) throw invalid(BAD_ADDRESS)
  return address.href
}
