import { isLoopback } from './loopback.ts'

/** A host of letters, digits, `-` and `.`, and a path without signs that end an address where it is written. */
const PLAIN = /^https?:\/\/(\[::1\]|[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?\/[\w!$%&'()*+,\-./:;=?@~]*$/i

/** An https address (http on loopback) of a plain host, without a user; fits into a Content-Security-Policy. */
export function plainAddress(text: string): URL | undefined {
  const host = PLAIN.exec(text)?.[1]?.toLowerCase()
  const url = host === undefined ? null : URL.parse(text)
  // A number or 127.1 is read as another host than it says.
  if (!url || url.hostname !== host) return undefined
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url : undefined
}

/** The address of a remote's code for a page of `origin`: a path of its own, or a plain address. Undefined for any other text. */
export function remoteAddress(text: string, origin: string): URL | undefined {
  const own = /^\/(?![/\\])/.test(text) || text.startsWith(`${origin}/`) ? URL.parse(text, origin) : null
  return own?.origin === origin ? own : plainAddress(text)
}
