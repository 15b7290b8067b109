import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { freePort } from '@andscene/service-kit/free-port'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bytesOf } from './checked.ts'
import { SourceFailure } from './failure.ts'
import { download, type DownloadOptions } from './http-download.ts'
import { startFileServer } from './testing/file-server.ts'

const FILE = randomBytes(300_000)

async function prepared(more: Partial<DownloadOptions> = {}) {
  const folder = await temporaryFolder('andscene-download')
  const server = await startFileServer(FILE)
  onTestFinished(async () => {
    await server.close()
    await folder.remove()
  })
  const file = path.join(folder.path, 'file')
  const seen: number[] = []
  const run = (again: Partial<DownloadOptions> = {}) =>
    download({
      url: server.url,
      file,
      bytes: FILE.length,
      onBytes: (bytes) => seen.push(bytes),
      signal: new AbortController().signal,
      pauseMs: 1,
      ...more,
      ...again,
    })
  return { server, file, seen, run, content: () => readFile(file) }
}

test('brings the file and tells how many bytes are here', async () => {
  const { run, content, seen } = await prepared()
  await run()
  expect(await content()).toEqual(FILE)
  expect(seen[0]).toBe(0)
  expect(seen.at(-1)).toBe(FILE.length)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('resumes where a cut connection ended, as often as it takes', async () => {
  const { server, file, run, content } = await prepared()
  const some = server.some(40_000, 'hold')
  for (let n = 0; n < 6; n += 1)
    server.next.push((request, response, from) => {
      some(request, response, from)
      // Not before: what has come and is not in the file when the cut is seen is lost, and asked for again.
      void vi
        .waitUntil(async () => (await bytesOf(file)) === from + 40_000, { timeout: 15_000 })
        .finally(() => response.socket?.destroySoon())
        .catch(() => undefined)
    })
  await run()
  expect(await content()).toEqual(FILE)
  const starts = server.asked.map(({ range }) => Number(/\d+/.exec(range ?? '0')))
  expect(starts).toEqual([0, 40_000, 80_000, 120_000, 160_000, 200_000, 240_000])
})

test('a cut that takes along what had just come costs no more than that', async () => {
  const { server, run, content } = await prepared()
  for (let n = 0; n < 3; n += 1) server.next.push(server.some(40_000, 'cut'))
  await run()
  expect(await content()).toEqual(FILE)
  const starts = server.asked.map(({ range }) => Number(/\d+/.exec(range ?? '0')))
  expect(starts[0]).toBe(0)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

test('resumes when the very first response is cut before a byte of it came', async () => {
  const { server, run, content } = await prepared()
  server.next.push(server.some(0, 'cut'))
  await run()
  expect(await content()).toEqual(FILE)
  expect(server.asked).toHaveLength(2)
})

test('resumes where an earlier process ended', async () => {
  const { server, file, run, content } = await prepared()
  await writeFile(file, FILE.subarray(0, 123_456))
  await run()
  expect(server.asked).toEqual([{ path: '/model.onnx', range: 'bytes=123456-' }])
  expect(await content()).toEqual(FILE)
})

test('is not cut short by a file that is longer than it should be', async () => {
  const { file, run, content } = await prepared()
  await writeFile(file, randomBytes(FILE.length + 1))
  await run()
  expect(await content()).toEqual(FILE)
})

test('cuts a download that stalls, and resumes it', async () => {
  const { server, run, content } = await prepared({ stallMs: 400 })
  server.next.push(server.some(100_000, 'hold'))
  await run()
  expect(await content()).toEqual(FILE)
  expect(server.asked).toHaveLength(2)
})

test('starts over where the server supports no ranges, or refuses one', async () => {
  const { server, file, run, content } = await prepared()
  await writeFile(file, randomBytes(1_000))
  server.next.push((_request, response) => response.writeHead(416).end())
  server.next.push((_request, response) => response.writeHead(200).end(FILE))
  await run()
  expect(await content()).toEqual(FILE)
})

test.each([
  ['a length that is another', (size: number) => ({ 'content-length': `${size + 1}` }), 200],
  ['a range of another file', (size: number) => ({ 'content-range': `bytes 10-${size}/${size + 1}` }), 206],
  [
    'a range that was not asked for',
    (size: number) => ({ 'content-range': `bytes 0-${size - 1}/${size}` }),
    206,
  ],
])('refuses %s', async (_, headers, status) => {
  const { server, file, run } = await prepared()
  await writeFile(file, FILE.subarray(0, 10))
  server.next.push((_request, response) => response.writeHead(status, headers(FILE.length)).end('x'))
  await expect(run()).rejects.toThrow(SourceFailure)
})

test('refuses more bytes than there should be, when the response has no length', async () => {
  const { server, run } = await prepared()
  server.next.push((_request, response) => {
    response.writeHead(200)
    response.write(FILE)
    response.end(FILE)
  })
  await expect(run()).rejects.toThrow(`more than ${FILE.length} bytes`)
})

test('a server without time is asked again, one that says no is not', async () => {
  const { server, run, content } = await prepared()
  server.next.push((_request, response) => response.writeHead(503).end())
  await run()
  expect(await content()).toEqual(FILE)

  const other = await prepared()
  other.server.next.push((_request, response) => response.writeHead(404).end())
  await expect(other.run()).rejects.toThrow('responds with status 404')
  expect(other.server.asked).toHaveLength(1)
})

test('a server that never has time is said to answer, and how', async () => {
  const { server, run } = await prepared()
  for (let n = 0; n < 4; n += 1) server.next.push((_request, response) => response.writeHead(503).end())
  await expect(run()).rejects.toThrow(/^127\.0\.0\.1:\d+ responds with status 503$/)
  expect(server.asked).toHaveLength(4)
})

const to = (location: string) => (_request: unknown, response: ServerResponse) =>
  void response.writeHead(302, { location }).end()

test('follows redirects, but not to anything that is not the web, and not for ever', async () => {
  const { server, run, content } = await prepared()
  server.next.push(to('/elsewhere'))
  await run()
  expect(await content()).toEqual(FILE)
  expect(server.asked[1]?.path).toBe('/elsewhere')

  const away = await prepared()
  away.server.next.push(to('file:///etc/passwd'))
  await expect(away.run()).rejects.toThrow('away from https')

  const round = await prepared()
  for (let n = 0; n < 6; n += 1) round.server.next.push(to('/round'))
  await expect(round.run()).rejects.toThrow('too many redirects')
})

test('without a network it fails immediately', async () => {
  const { run } = await prepared({ pauseMs: 60_000 })
  await expect(run({ url: `http://127.0.0.1:${await freePort()}/x` })).rejects.toThrow(
    'no response from 127.0.0.1',
  )
  await expect(run({ url: 'http://nowhere.invalid/x' })).rejects.toThrow('no response from nowhere.invalid')
})

test('goes through a proxy of the environment', async () => {
  const { run, server } = await prepared()
  const tunnels: string[] = []
  const { createServer } = await import('node:http')
  const { connect } = await import('node:net')
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '')
    const upstream = connect(Number(new URL(server.origin).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  const before = process.env['http_proxy']
  process.env['http_proxy'] = `http://127.0.0.1:${port}`
  onTestFinished(() => {
    if (before === undefined) delete process.env['http_proxy']
    else process.env['http_proxy'] = before
    proxy.closeAllConnections()
    proxy.close()
  })
  await run({ url: 'http://releases.example/model.onnx' })
  expect(tunnels).toEqual(['releases.example:80'])
})

test('stops when its signal aborts', async () => {
  const { server, run } = await prepared()
  const abort = new AbortController()
  server.next.push(server.some(1_000, 'hold'))
  const running = run({
    signal: abort.signal,
    onBytes: (bytes) => bytes > 0 && abort.abort(new Error('enough')),
  })
  await expect(running).rejects.toThrow('enough')
  expect(server.asked).toHaveLength(1)
})
