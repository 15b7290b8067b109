import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openRaw, rawRequest } from './raw-http.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** A server that sends `bytes` after the first write of a client, and closes after it with `close`. */
async function saying(bytes: string, { close = false } = {}): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.once('data', () => (close ? socket.end(bytes) : socket.write(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads responses one after another: by length, in chunks, up to the end; skips 1xx', async () => {
  const origin = await saying(
    'HTTP/1.1 100 Continue\r\n\r\n' +
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nx-a: 2\r\n\r\nhi' +
      'HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n' +
      'HTTP/1.1 500 Oh\r\n\r\nrest',
    { close: true },
  )
  const connection = await openRaw(origin)
  connection.write('x')
  expect(await connection.response()).toMatchObject({ status: 200, headers: { 'x-a': '1, 2' }, body: 'hi' })
  expect(await connection.response()).toMatchObject({ status: 404, body: 'abcd' })
  expect(await connection.response()).toMatchObject({ status: 500, body: 'rest', closed: true })
  await connection.closed
  expect(await connection.response()).toMatchObject({ status: 0, closed: true })
})

test('tells whether the server closed the connection', async () => {
  const open = await saying('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  expect(await rawRequest(open, 'x')).toMatchObject({ status: 200, closed: false })
  await new Promise((resolve) => server.close(resolve))
  const shut = await saying('HTTP/1.1 400 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', {
    close: true,
  })
  expect(await rawRequest(shut, 'x')).toMatchObject({ status: 400, closed: true })
})
