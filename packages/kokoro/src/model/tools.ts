import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const SAYS_LAST = 4_000
const GRACE_MS = 2_000
const WATCH_MS = 400

/** Environment of package tools, without secrets of the platform. */
const TOOL_ENVIRONMENT =
  /^(PATH|HOME|USER|SHELL|LANG|LANGUAGE|TZ|TMPDIR|TEMP|TMP|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|XDG_.*|LC_.*|PIP_.*|npm_execpath|npm_config_(registry|userconfig|globalconfig|cafile|ca|proxy|https_proxy|noproxy|strict_ssl)|(HTTP|HTTPS|ALL|NO)_PROXY|NODE_USE_ENV_PROXY)$/i

export const toolEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => TOOL_ENVIRONMENT.test(name)))

export type Command = readonly [file: string, ...args: string[]]

/** The npm that runs this project where it is known, else that of PATH. */
export function npmCommand(env: NodeJS.ProcessEnv = process.env): Command {
  const own = env['npm_execpath']
  return own && /npm-cli\.[cm]?js$/.test(own) && existsSync(own) ? [process.execPath, own] : ['npm']
}

export type RunOptions = {
  cwd?: string
  /** Only variables that the tools need are passed on. */
  env?: NodeJS.ProcessEnv | undefined
  signal: AbortSignal
  limitMs?: number
}

/** `code` is undefined when it could not be started or was killed; `said` is the end of its output. */
export type Ended = { code: number | undefined; said: string; missing: boolean }

/** Runs a program until it exits. Kills it when `signal` aborts (then this rejects) or after `limitMs`. */
export function runTool(
  [file, ...first]: Command,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const { signal, limitMs, cwd } = options
  const env = toolEnvironment(options.env)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said = (said + String(chunk)).slice(-SAYS_LAST)
      })
    let force: NodeJS.Timeout | undefined
    const end = () => {
      child.kill('SIGTERM')
      force ??= setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    }
    const limit = limitMs === undefined ? undefined : setTimeout(end, limitMs)
    signal.addEventListener('abort', end, { once: true })
    const settle = (ended: Ended) => {
      clearTimeout(limit)
      clearTimeout(force)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve(ended)
    }
    child.once('error', (error) => settle({ code: undefined, said: error.message, missing: true }))
    child.once('close', (code) => settle({ code: code ?? undefined, said: said.trim(), missing: false }))
  })
}

/** Aborts `work` with `stalled` when `look`, the bytes so far, returned the same for `stallMs`. */
export async function watched<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: { look(): number | Promise<number>; stallMs: number; signal: AbortSignal; stalled?: Error },
): Promise<T> {
  const { look, stallMs, signal, stalled = new Error('nothing came for too long') } = options
  const giveUp = new AbortController()
  let last = -1
  let since = Date.now()
  const timer = setInterval(async () => {
    const now = await look()
    if (now !== last) since = Date.now()
    last = now
    if (Date.now() - since > stallMs) giveUp.abort(stalled)
  }, WATCH_MS)
  try {
    return await work(AbortSignal.any([signal, giveUp.signal]))
  } finally {
    clearInterval(timer)
  }
}

/** The same promise, but for a signal that aborts first. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
