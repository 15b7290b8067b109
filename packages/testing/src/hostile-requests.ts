import escapingTargets from './escaping-targets.json' with { type: 'json' }
import hostileRequests from './hostile-requests.json' with { type: 'json' }

/** A request that a client sends to confuse a server, or two in a row, about where it begins and ends. */
export type HostileRequest = {
  name: string
  /** With a place for the host, the path of a route for GET and POST, a request hidden in the body, and repeated text. */
  bytes: string
  repeated?: { text: string; times: number } | undefined
  /** The statuses that a server may respond with, by default 400. */
  statuses?: number[] | undefined
}

/** Shapes in which two parsers may disagree (request smuggling). */
export const SMUGGLING: HostileRequest[] = hostileRequests.smuggling
/** Request lines and headers that no client of ours sends. */
export const UNEXPECTED: HostileRequest[] = hostileRequests.unexpected
/** Targets that would leave the public routes if a server resolved them. */
export const ESCAPING_TARGETS: string[] = escapingTargets

/** If two servers read a body differently, the one behind would see the request that is hidden in it. */
export const bytesOf = ({ bytes, repeated }: HostileRequest, host: string, path: string): string =>
  bytes
    .replace('{smuggled}', 'GET /api/smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n')
    .replaceAll('{host}', host)
    .replaceAll('{path}', path)
    .replace('{repeated}', repeated ? repeated.text.repeat(repeated.times) : '')
