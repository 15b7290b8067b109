import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SOURCES = join(import.meta.dirname, '../backends')
/** A first build downloads and compiles some hundred modules. */
const BUILD_LIMIT_MS = 15 * 60_000
const LOCK_RETRY_MS = 500

/** Neither way to run a real server is open. Its message says what to install. */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable'
}

/**
 * The path of a server built from its pinned Go module under `backends/<name>`. Built once per version of the module
 * into the user's cache folder; a second process that wants the same waits for the first.
 */
export async function builtServer(name: string): Promise<string> {
  const folder = join(cacheFolder(), `${name}-${await sourceHash(name)}`)
  const binary = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(binary)) return binary
  await requireGo(name)
  await mkdir(folder, { recursive: true })
  const unlock = await lock(join(folder, 'build.lock'))
  const unfinished = `${binary}.${process.pid}`
  try {
    if (existsSync(binary)) return binary
    await run('go', ['build', '-trimpath', '-o', unfinished, '.'], {
      cwd: join(SOURCES, name),
      env: { ...process.env, CGO_ENABLED: '0' },
      timeout: BUILD_LIMIT_MS,
      maxBuffer: 16 * 1024 ** 2,
    })
    await rename(unfinished, binary)
    return binary
  } catch (cause) {
    throw new Error(`${name} could not be built: ${(cause as Error).message}`, { cause })
  } finally {
    await rm(unfinished, { force: true })
    unlock()
  }
}

/** Starts a built server. `stop` ends it; it also ends with this process, because its standard input does. */
export async function spawnServer(binary: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(binary, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const ended = once(child, 'exit')
  return {
    /** All it has printed so far. */
    output: () => output.join(''),
    running: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type SpawnedServer = Awaited<ReturnType<typeof spawnServer>>

/** Asks again and again until it is there; rejects with the server's own words when it ended or takes too long. */
export async function untilReady<T>(server: SpawnedServer, ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && server.running(); await wait(50)) {
    const ready = await ask().catch(() => undefined)
    if (ready !== undefined) return ready
  }
  const said = server.output()
  await server.stop()
  throw new Error(`The server did not start: ${said}`)
}

const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'and-scene', 'backends')

async function sourceHash(name: string): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update(await readFile(join(SOURCES, name, file)))
  return hash.digest('hex').slice(0, 16)
}

async function requireGo(name: string): Promise<void> {
  try {
    await run('go', ['version'])
  } catch (cause) {
    throw new BackendUnavailable(
      `${name} is needed: start Docker, or install Go 1.25 or later (https://go.dev/dl), from which it is built.`,
      { cause },
    )
  }
}

/** A file lock that the operating system lets go of when its holder dies: an exclusive SQLite transaction. */
async function lock(file: string): Promise<() => void> {
  for (const deadline = Date.now() + BUILD_LIMIT_MS; ; await wait(LOCK_RETRY_MS)) {
    const db = new DatabaseSync(file)
    try {
      db.exec('BEGIN EXCLUSIVE')
      return () => db.close()
    } catch (error) {
      db.close()
      if (Date.now() > deadline) throw error
    }
  }
}
