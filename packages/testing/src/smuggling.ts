import { get, JSON_TYPE, post, REFUSED, smuggled, type HostileRequest } from './hostile-requests.ts'

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
