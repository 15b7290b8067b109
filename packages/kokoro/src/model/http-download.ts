import { createWriteStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici'
import { isDiskFull, SourceFailure } from './failure.ts'
import { bytesOf } from './folders.ts'

export type DownloadOptions = {
  url: string
  file: string
  bytes: number
  onBytes: (bytes: number) => void
  signal: AbortSignal
  /** The connection is cut after this long without a byte, and resumed. */
  stallMs?: number
  connectMs?: number
  /** Delay before the first resumption, doubled while no byte arrives. */
  pauseMs?: number
}

const REDIRECTS = 5
/** Maximum resumptions in a row without a byte. */
const IN_VAIN = 4
const USER_AGENT = 'and-scene'

/**
 * Resumes where `file` ends. Uses proxies of the environment; follows redirects to https, from http also to http.
 * Rejects with SourceFailure when the source cannot be reached or has another size.
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { file, bytes, onBytes, signal, stallMs = 30_000, connectMs = 10_000, pauseMs = 1_000 } = options
  const agent = new EnvHttpProxyAgent({
    connect: { timeout: connectMs },
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  })
  try {
    for (let inVain = 0, hasAnswered = false; ;) {
      const have = await kept(file, bytes)
      onBytes(have)
      if (have === bytes) return
      // The last that came before a cut may not have reached the file.
      let came = false
      const counted = (size: number) => {
        came ||= size > have
        onBytes(size)
      }
      try {
        const answer = await ask(have, { ...options, agent })
        // Also when it is cut before the first byte.
        hasAnswered = true
        await keep(answer, have, { ...options, onBytes: counted })
      } catch (error) {
        if (signal.aborted || error instanceof SourceFailure || isDiskFull(error)) throw error
        inVain = came ? 0 : inVain + 1
        // A host that never responded is not retried here: the next source is tried.
        if (!hasAnswered || inVain >= IN_VAIN)
          throw new SourceFailure(whyInVain(error, new URL(options.url).host), { cause: error })
        await delay(pauseMs * 2 ** inVain, undefined, { signal })
      }
    }
  } finally {
    await agent.destroy()
  }
}

async function kept(file: string, bytes: number): Promise<number> {
  const have = await bytesOf(file)
  if (have <= bytes) return have
  await truncate(file, 0)
  return 0
}

/** The server responds, but not with the file; the message continues a sentence that begins with its host. */
class Unavailable extends Error {}

const whyInVain = (error: unknown, host: string): string =>
  error instanceof Unavailable ? `${host} ${error.message}` : `no response from ${host}`

async function keep(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  have: number,
  { url, file, bytes, onBytes, signal }: DownloadOptions,
): Promise<void> {
  // Destroying what was not read to its end is an error of its own.
  body.on('error', () => undefined)
  try {
    if (statusCode === 416) {
      await truncate(file, 0)
      throw new Unavailable('refuses the range')
    }
    if (statusCode === 429 || statusCode >= 500) throw new Unavailable(`responds with status ${statusCode}`)
    if (statusCode !== 200 && statusCode !== 206)
      throw new SourceFailure(`${new URL(url).host} responds with status ${statusCode}`)
    const isPart = statusCode === 206
    const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(String(headers['content-range'] ?? ''))
    const total = isPart ? range?.[3] : headers['content-length']
    if (isPart && Number(range?.[1]) !== have) throw new SourceFailure('another range than was asked for')
    if (total !== undefined && total !== '*' && Number(total) !== bytes)
      throw new SourceFailure(`${String(total)} bytes instead of ${bytes}`)
    const start = isPart ? have : 0
    if (!isPart && have > 0) await truncate(file, 0)
    let size = start
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (size > bytes) return done(new SourceFailure(`more than ${bytes} bytes`))
        onBytes(size)
        done(null, chunk)
      },
    })
    const sink = createWriteStream(file, start === 0 ? {} : { flags: 'r+', start })
    await pipeline(body, counted, sink, { signal })
    if (size < bytes) throw new Unavailable('ends its answer early')
  } finally {
    body.destroy()
  }
}

async function ask(
  have: number,
  { url, agent, signal }: DownloadOptions & { agent: Dispatcher },
): Promise<Dispatcher.ResponseData> {
  let address = new URL(url)
  for (let redirects = 0; ; redirects++) {
    const response = await request(address, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': USER_AGENT,
        'accept-encoding': 'identity',
        ...(have > 0 ? { range: `bytes=${have}-` } : {}),
      },
    })
    const { location } = response.headers
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || typeof location !== 'string')
      return response
    response.body.on('error', () => undefined).destroy()
    const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined
    const isAllowed =
      next?.protocol === 'https:' || (next?.protocol === 'http:' && address.protocol === 'http:')
    if (!next || !isAllowed) throw new SourceFailure('a redirect that leads away from https')
    if (redirects === REDIRECTS) throw new SourceFailure('too many redirects')
    address = next
  }
}
