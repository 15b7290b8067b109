import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { freePort } from '@andscene/service-kit/free-port'
import { listening } from '@andscene/testing/listening'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bytesOf } from './folders.ts'
import { SourceFailure } from './failure.ts'
import { download, type DownloadOptions } from './http-download.ts'
import { startFileServer } from './testing/file-server.ts'
import { testFolder } from '../testing/test-folder.ts'

const FILE = randomBytes(300_000)

async function prepared(more: Partial<DownloadOptions> = {}) {
  const file = path.join(await testFolder(), 'file')
  const server = await startFileServer(FILE)
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

type Prepared = Awaited<ReturnType<typeof prepared>>
type Answer = Prepared['server']['next'][number]
const status =
  (code: number, headers: Record<string, string> = {}, body?: string | Buffer): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end(body)
const to = (location: string) => status(302, { location })
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('downloads the file and reports its bytes', async () => {
  const { run, content, seen } = await prepared()
  await run()
  expect(await content()).toEqual(FILE)
  expect([seen[0], seen.at(-1)]).toEqual([0, FILE.length])
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('resumes where a connection was cut, repeatedly', async () => {
  const { server, file, run, content } = await prepared()
  const some = server.some(40_000, 'hold')
  for (let n = 0; n < 6; n += 1)
    server.next.push((request, response, from) => {
      some(request, response, from)
      // Not earlier: bytes that are not in the file when the connection is cut are lost.
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

test.each<[string, Partial<DownloadOptions>, (server: Prepared['server']) => Answer[], string[]]>([
  ['a cut before the first byte', {}, (server) => [server.some(0, 'cut')], ['/model.onnx', '/model.onnx']],
  ['a stall', { stallMs: 400 }, (server) => [server.some(100_000, 'hold')], ['/model.onnx', '/model.onnx']],
  ['a busy server', {}, () => [status(503)], ['/model.onnx', '/model.onnx']],
  ['a redirect', {}, () => [to('/elsewhere')], ['/model.onnx', '/elsewhere']],
])('continues after %s', async (_, options, answers, paths) => {
  const { server, run, content } = await prepared(options)
  server.next.push(...answers(server))
  await run()
  expect(await content()).toEqual(FILE)
  expect(server.asked.map((asked) => asked.path)).toEqual(paths)
})

test.each([
  ['resumes where an earlier process ended', FILE.subarray(0, 123_456), [], 'bytes=123456-'],
  ['starts over with a file that is too long', randomBytes(FILE.length + 1), [], undefined],
  [
    'starts over where ranges are refused or not supported',
    randomBytes(1_000),
    [status(416), status(200, {}, FILE)],
    'bytes=1000-',
  ],
])('%s', async (_, before, answers, range) => {
  const { server, file, run, content } = await prepared()
  await writeFile(file, before)
  server.next.push(...answers)
  await run()
  expect(server.asked[0]).toEqual({ path: '/model.onnx', range })
  expect(await content()).toEqual(FILE)
})

const SIZE = FILE.length
test.each([
  [
    'another length',
    [status(200, { 'content-length': `${SIZE + 1}` }, 'x')],
    `${SIZE + 1} bytes instead of`,
    1,
  ],
  [
    'a range of another file',
    [status(206, { 'content-range': `bytes 10-${SIZE}/${SIZE + 1}` }, 'x')],
    `${SIZE + 1} bytes instead of`,
    1,
  ],
  [
    'another range',
    [status(206, { 'content-range': `bytes 0-${SIZE - 1}/${SIZE}` }, 'x')],
    'another range than was asked for',
    1,
  ],
  ['too many bytes without a length', [tooMany], `more than ${SIZE} bytes`, 1],
  ['a refusal', [status(404)], 'responds with status 404', 1],
  ['a server that stays busy', times(4, status(503)), /^127\.0\.0\.1:\d+ responds with status 503$/, 4],
  ['a redirect away from the web', [to('file:///etc/passwd')], 'away from https', 1],
  ['endless redirects', times(6, to('/round')), 'too many redirects', 6],
])('fails with %s', async (_, answers, message, asked) => {
  const { server, file, run } = await prepared()
  await writeFile(file, FILE.subarray(0, 10))
  server.next.push(...answers)
  const error: unknown = await run().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SourceFailure)
  expect((error as Error).message).toMatch(message)
  expect(server.asked).toHaveLength(asked)
})

function tooMany(...[, response]: Parameters<Answer>): void {
  response.writeHead(200)
  response.write(FILE)
  response.end(FILE)
}

test.each(['127.0.0.1', 'nowhere.invalid'])('fails immediately without a network: %s', async (host) => {
  const { run } = await prepared({ pauseMs: 60_000 })
  const url = `http://${host}:${await freePort()}/x`
  await expect(run({ url })).rejects.toThrow(`no response from ${host}`)
})

test('uses the proxy of the environment', async () => {
  const { run, server } = await prepared()
  const tunnels: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url ?? '')
    const upstream = connect(Number(new URL(server.origin).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  const { url, close } = await listening(proxy)
  vi.stubEnv('http_proxy', url)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await close()
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
