import { isLoopback } from './loopback.ts'

/** A host of letters, digits, `-` and `.`, and a path without characters that end a URL in a header or policy. */
const PLAIN = /^https?:\/\/(\[::1\]|[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?\/[\w!$%&'()*+,\-./:;=?@~]*$/i

/** Parses an https URL (http on loopback) of a plain host without credentials; safe in a Content-Security-Policy. */
export function parseRemoteUrl(text: string): URL | undefined {
  const host = PLAIN.exec(text)?.[1]?.toLowerCase()
  const url = host === undefined ? null : URL.parse(text)
  // Numeric hosts and 127.1 are parsed as another host than written.
  if (!url || url.hostname !== host) return undefined
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url : undefined
}

/**
 * The URL of a remote's code for a page of `origin`: a path on the same origin, or a plain address. Undefined
 * otherwise.
 */
export function remoteAddress(text: string, origin: string): URL | undefined {
  const own = /^\/(?![/\\])/.test(text) || text.startsWith(`${origin}/`) ? URL.parse(text, origin) : null
  return own?.origin === origin ? own : parseRemoteUrl(text)
}
