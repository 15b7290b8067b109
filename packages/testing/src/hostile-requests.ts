import escapingTargets from './escaping-targets.json' with { type: 'json' }

/** A request that a client sends to confuse a server, or two in a row, about where it begins and ends. */
export type HostileRequest = {
  name: string
  /** The bytes, for a server of the name `host` that has a route at `path` for POST and for GET. */
  bytes: (host: string, path: string) => string
  /** The statuses that a server may respond with; 0 is a connection closed without a response. */
  statuses: number[]
}

/** A request hidden in a body: a server behind the one under test would see it if the two read the body differently. */
export const smuggled = (host: string) => `GET /api/smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`
export const JSON_TYPE = 'Content-Type: application/json\r\n'

/** A POST with these header lines and this body. */
export const post = (headers: string, body: string) => (host: string, path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${JSON_TYPE}${headers}\r\n${body.replace('{smuggled}', smuggled(host))}`

/** A GET with this request line and these header lines. */
export const get =
  (headers: string, line = (path: string) => `GET ${path} HTTP/1.1`) =>
  (host: string, path: string) =>
    `${line(path)}\r\nHost: ${host}\r\n${headers}\r\n`

export const REFUSED = [400]

/** Request lines and headers that no client of ours sends. */
export const UNEXPECTED: HostileRequest[] = [
  { name: 'HTTP/0.9', bytes: (_host, path) => `GET ${path}\r\n\r\n`, statuses: REFUSED },
  { name: 'an HTTP/2 preface', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: REFUSED },
  { name: 'HTTP/3.0', bytes: get('', (path) => `GET ${path} HTTP/3.0`), statuses: REFUSED },
  { name: 'TLS', bytes: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', statuses: REFUSED },
  { name: 'an unknown method', bytes: get('', (path) => `HACK ${path} HTTP/1.1`), statuses: REFUSED },
  { name: 'a method in lower case', bytes: get('', (path) => `get ${path} HTTP/1.1`), statuses: REFUSED },
  { name: 'TRACE', bytes: get('', (path) => `TRACE ${path} HTTP/1.1`), statuses: [404, 405] },
  {
    name: 'TRACE with a body',
    bytes: get('Content-Length: 3\r\n', (path) => `TRACE ${path} HTTP/1.1`),
    statuses: [404, 405],
  },
  { name: 'PROPFIND', bytes: get('', (path) => `PROPFIND ${path} HTTP/1.1`), statuses: [404, 405] },
  { name: 'CONNECT', bytes: get('', () => 'CONNECT 127.0.0.1:22 HTTP/1.1'), statuses: REFUSED },
  { name: 'OPTIONS *', bytes: get('', () => 'OPTIONS * HTTP/1.1'), statuses: REFUSED },
  { name: 'an authority as target', bytes: get('', () => 'GET 127.0.0.1:22 HTTP/1.1'), statuses: REFUSED },
  {
    name: 'an absolute target',
    bytes: get('', (path) => `GET http://127.0.0.1:22${path} HTTP/1.1`),
    statuses: REFUSED,
  },
  { name: 'a second host', bytes: get('Host: evil.example\r\n'), statuses: REFUSED },
  { name: 'no host', bytes: (_host, path) => `GET ${path} HTTP/1.1\r\n\r\n`, statuses: REFUSED },
  {
    name: 'a host with a path',
    bytes: (host, path) => `GET ${path} HTTP/1.1\r\nHost: ${host}/x\r\n\r\n`,
    statuses: REFUSED,
  },
  {
    name: 'a host with a user',
    bytes: (host, path) => `GET ${path} HTTP/1.1\r\nHost: a@${host}\r\n\r\n`,
    statuses: REFUSED,
  },
  { name: 'an unknown expectation', bytes: get('Expect: the-unexpected\r\n'), statuses: [417] },
  {
    name: 'a target of 9 KB',
    bytes: get('', (path) => `GET ${path}?${'a'.repeat(9_000)} HTTP/1.1`),
    statuses: [414],
  },
  {
    name: 'a target of 64 KB',
    bytes: get('', (path) => `GET ${path}?${'a'.repeat(64_000)} HTTP/1.1`),
    statuses: [414],
  },
  { name: 'a header of 1 MB', bytes: get(`X-A: ${'a'.repeat(1024 ** 2)}\r\n`), statuses: [431] },
  { name: '10,000 headers', bytes: get('a: b\r\n'.repeat(10_000)), statuses: [431] },
  { name: '101 headers', bytes: get('a: b\r\n'.repeat(101)), statuses: [431] },
  {
    name: 'a token of 1 MB',
    bytes: get(`Authorization: Bearer ${'a'.repeat(1024 ** 2)}\r\n`),
    statuses: [431],
  },
]

/** Targets that would leave the public routes if a server resolved them. */
export const ESCAPING_TARGETS: string[] = escapingTargets
