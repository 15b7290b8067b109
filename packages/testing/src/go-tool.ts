import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { fileLock } from '@andscene/service-kit/process/file-lock'

const run = promisify(execFile)
/** A first build downloads and compiles several hundred modules. */
const BUILD_LIMIT_MS = 15 * 60_000
const MODULE_FILES = ['go.mod', 'go.sum', 'main.go']
/** Build tags per tool. promtool: only the service discoveries that our files use, of some twenty. */
const TAGS: Partial<Record<string, readonly string[]>> = {
  promtool: ['remove_all_sd', 'enable_dns_sd', 'enable_kubernetes_sd'],
}

type Kind = 'backends' | 'tools'

/** Path of a server built from `backends/<name>`. Rejects with instructions without Go. */
export const builtServer = (name: string): Promise<string> => goProgram('backends', name)

/** Path of a tool built from `tools/<name>`. Rejects with instructions without Go. */
export const goTool = (name: string): Promise<string> => goProgram('tools', name)

/** Builds a module whose `go.mod` and `go.sum` pin every version, once per version; resolves with the path. */
async function goProgram(kind: Kind, name: string): Promise<string> {
  const folder = join(import.meta.dirname, '..', kind, name)
  // A server is the module's main package; a tool is named in its go.mod.
  const program = /^tool (\S+)$/m.exec(await readFile(join(folder, 'go.mod'), 'utf8'))?.[1]
  const tags = TAGS[name]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of MODULE_FILES.map((one) => join(folder, one)))
    if (existsSync(file)) hash.update(await readFile(file))
  if (program) hash.update(JSON.stringify([program, tags]))
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const cached = join(cache, 'and-scene', kind, `${name}-${hash.digest('hex').slice(0, 16)}`)
  const binary = join(cached, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(binary)) return binary
  await requireGo(kind, name, folder)
  await mkdir(cached, { recursive: true })
  const lock = await fileLock(join(cached, 'build.lock'), () => {}, AbortSignal.timeout(BUILD_LIMIT_MS))
  const unfinished = `${binary}.${process.pid}`
  try {
    if (existsSync(binary)) return binary
    const flags = ['-trimpath', ...(tags ? ['-tags', tags.join(',')] : []), '-o', unfinished]
    await run('go', ['build', ...flags, program ?? '.'], {
      cwd: folder,
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
    lock.release()
  }
}

async function requireGo(kind: Kind, name: string, folder: string): Promise<void> {
  try {
    await run('go', ['version'])
  } catch (cause) {
    const version = /^go (\S+)$/m.exec(await readFile(join(folder, 'go.mod'), 'utf8'))?.[1]
    const instead = kind === 'backends' ? 'start Docker, or ' : ''
    throw new OperatorError(
      `${name} is needed: ${instead}install Go ${version} or later (https://go.dev/dl), from which it is built.`,
      { cause },
    )
  }
}

/**
 * Passes `input` to its standard input; `output` is standard output and error. Does not reject for a non-zero exit
 * code.
 */
export async function runGoTool(
  name: string,
  args: readonly string[],
  { cwd, input = '' }: { cwd?: string; input?: string } = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(await goTool(name), args, { cwd, stdio: 'pipe' })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  // A tool that rejects its arguments may exit before it reads its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: out + errors }
}
