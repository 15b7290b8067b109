/** What strangers send to confuse a server, or two that stand behind each other, about where a request begins and ends. */
export type HostileRequest = {
  name: string
  /** The bytes, for a server that is called `host` and has something at `path` for POST and for GET. */
  bytes: (host: string, path: string) => string
  /** The only responses that will do; 0 is a connection closed without a word. */
  statuses: number[]
}

/** Would be seen by the service behind, if it were ever taken for a request. */
export const SMUGGLED = '/api/smuggled'

const smuggled = (host: string) => `GET ${SMUGGLED} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const JSON_TYPE = 'Content-Type: application/json\r\n'

/** A POST with these header lines and this body. */
const post = (headers: string, body: string) => (host: string, path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${JSON_TYPE}${headers}\r\n${body.replace('{smuggled}', smuggled(host))}`

/** A GET with this request line and these header lines. */
const get =
  (headers: string, line = (path: string) => `GET ${path} HTTP/1.1`) =>
  (host: string, path: string) =>
    `${line(path)}\r\nHost: ${host}\r\n${headers}\r\n`

const REFUSED = [400]

/** Shapes in which two parsers may disagree (request smuggling). */
export const SMUGGLING: HostileRequest[] = [
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'Transfer-Encoding and Content-Length',
    bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'two different Content-Lengths',
    bytes: post('Content-Length: 2\r\nContent-Length: 60\r\n', '{}{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'two equal Content-Lengths',
    bytes: post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}{smuggled}'),
    statuses: REFUSED,
  },
  ...['+2', '-2', '2, 2', '2 2', '0x2', '2.0', '1e1', ''].map((length) => ({
    name: `Content-Length: "${length}"`,
    bytes: post(`Content-Length: ${length}\r\n`, '{}{smuggled}'),
    statuses: REFUSED,
  })),
  ...[
    'chunked, identity',
    'identity, chunked',
    'xchunked',
    'gzip, chunked',
    'chunked, chunked',
    '"chunked"',
    'identity',
    '\x0bchunked',
  ].map((coding) => ({
    name: `Transfer-Encoding: ${JSON.stringify(coding)}`,
    bytes: post(`Transfer-Encoding: ${coding}\r\n`, '0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  })),
  {
    name: 'Transfer-Encoding twice',
    bytes: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', '0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'Transfer-Encoding in HTTP/1.0',
    bytes: (host, path) =>
      `POST ${path} HTTP/1.0\r\nHost: ${host}\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled(host)}`,
    statuses: REFUSED,
  },
  {
    name: 'a space before the colon',
    bytes: post('Transfer-Encoding : chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'a folded header (obs-fold)',
    bytes: post('X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '{}{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'a folded Transfer-Encoding',
    bytes: post('Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'bare LF at the line ends',
    bytes: (host, path) => `GET ${path} HTTP/1.1\nHost: ${host}\n\n`,
    statuses: REFUSED,
  },
  {
    name: 'a bare LF between two headers',
    bytes: post('X-A: b\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n', '{}{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'a bare CR in a header',
    bytes: post('X-A: b\rTransfer-Encoding: chunked\r\nContent-Length: 2\r\n', '{}{smuggled}'),
    statuses: REFUSED,
  },
  { name: 'NUL in a header', bytes: get('X-A: a\0b\r\n'), statuses: REFUSED },
  { name: 'NUL in a header name', bytes: get('X-\0A: b\r\n'), statuses: REFUSED },
  { name: 'a header without a colon', bytes: get('nonsense\r\n'), statuses: REFUSED },
  {
    name: 'a chunk size that is no number',
    bytes: post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'a chunk size past 64 bits',
    bytes: post('Transfer-Encoding: chunked\r\n', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'a chunk that is longer than it says',
    bytes: post('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'a chunk that ends with a bare LF',
    bytes: post('Transfer-Encoding: chunked\r\n', '2\n{}\n0\n\n{smuggled}'),
    statuses: REFUSED,
  },
  {
    name: 'chunk extensions without end',
    bytes: post('Transfer-Encoding: chunked\r\n', `2;${'a=b;'.repeat(8_000)}\r\n{}\r\n0\r\n\r\n{smuggled}`),
    statuses: [400, 413],
  },
  {
    name: 'a body of a GET',
    bytes: (host, path) => get(`Content-Length: 2\r\n`)(host, path) + '{}',
    statuses: REFUSED,
  },
  {
    name: 'a packed body',
    bytes: post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '{}{smuggled}'),
    statuses: [415],
  },
  {
    name: 'a brotli body',
    bytes: post('Content-Encoding: br\r\nContent-Length: 2\r\n', '{}'),
    statuses: [415],
  },
]

/** Request lines and headers that no client of ours sends. */
export const NONSENSE: HostileRequest[] = [
  { name: 'HTTP/0.9', bytes: (_host, path) => `GET ${path}\r\n\r\n`, statuses: REFUSED },
  { name: 'HTTP/2 without a word', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: REFUSED },
  { name: 'HTTP/3.0', bytes: get('', (path) => `GET ${path} HTTP/3.0`), statuses: REFUSED },
  { name: 'TLS', bytes: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', statuses: REFUSED },
  { name: 'an unknown method', bytes: get('', (path) => `HACK ${path} HTTP/1.1`), statuses: REFUSED },
  { name: 'a method in lower case', bytes: get('', (path) => `get ${path} HTTP/1.1`), statuses: REFUSED },
  { name: 'TRACE', bytes: get('', (path) => `TRACE ${path} HTTP/1.1`), statuses: [404, 405] },
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

/** Targets that would lead out of the public routes, if anybody resolved them. */
export const ESCAPING_TARGETS: string[] = [
  '/api/../metrics',
  '/api/audio/../../metrics',
  '/api/audio/../../internal/commands',
  '/api/audio/%2e%2e/%2e%2e/metrics',
  '/api/audio/.%2E/%2e./metrics',
  '/api/audio/..%2f..%2fmetrics',
  '/api/audio/..%5c..%5cmetrics',
  '/api/audio/..\\..\\metrics',
  '/api/./../metrics',
  '//evil.example/api/scripts',
  '/api//evil.example/',
  '/\\evil.example/api',
  '/api/scripts/%00',
  '/api/scripts/a%0d%0aX-Evil:%20b',
  '/api/scripts/%zz',
  '/api/scripts/%ff',
  '/api/scripts/\xe9',
  '/api/scripts#/../metrics',
  '/api/scripts?x=%0d%0aa',
  'api/scripts',
  '*',
  'http://127.0.0.1:22/api/scripts',
  'HTTP://evil.example/api/scripts',
  'file:///etc/passwd',
  '@evil.example/api/scripts',
  '.evil.example/api/scripts',
]

/** The same bytes, each request of them with a token. */
export const withToken = (bytes: string, host: string, token: string): string =>
  bytes.replaceAll(`Host: ${host}\r\n`, `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`)
