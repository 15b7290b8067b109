import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { fileLock } from '@andscene/service-kit/process/file-lock'

const run = promisify(execFile)
/** A first build downloads and compiles some hundred modules. */
const BUILD_LIMIT_MS = 15 * 60_000
const MODULE_FILES = ['go.mod', 'go.sum', 'main.go']

export type GoModule = {
  /** Of the program, and what a failure calls it. */
  name: string
  /** Holds `go.mod` and `go.sum`, which pin every version, and `main.go` unless another package is the program. */
  folder: string
  /** The program's package; by default the module itself. */
  package?: string
  tags?: readonly string[]
  /** What works without Go, as the beginning of a sentence: `start Docker`. */
  instead?: string
}

/** The path of a program, built once per version of its pinned Go module. Rejects with a sentence without Go. */
export async function goBinary(module: GoModule): Promise<string> {
  const { name, folder } = module
  const cached = join(cacheFolder(folder), `${name}-${await sourceHash(module)}`)
  const binary = join(cached, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(binary)) return binary
  await requireGo(module)
  await mkdir(cached, { recursive: true })
  const lock = await fileLock(join(cached, 'build.lock'), () => {}, AbortSignal.timeout(BUILD_LIMIT_MS))
  const unfinished = `${binary}.${process.pid}`
  try {
    if (existsSync(binary)) return binary
    await run('go', buildArguments(module, unfinished), {
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

const buildArguments = ({ package: program = '.', tags = [] }: GoModule, output: string): string[] => [
  'build',
  '-trimpath',
  ...(tags.length > 0 ? ['-tags', tags.join(',')] : []),
  '-o',
  output,
  program,
]

/** One folder for each kind of module, named as the folder that its modules are in. */
const cacheFolder = (folder: string) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'and-scene', basename(dirname(folder)))

async function sourceHash({ folder, package: program, tags }: GoModule): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of MODULE_FILES) {
    const path = join(folder, file)
    if (existsSync(path)) hash.update(await readFile(path))
  }
  if (program || tags) hash.update(JSON.stringify([program, tags]))
  return hash.digest('hex').slice(0, 16)
}

async function requireGo({ name, folder, instead }: GoModule): Promise<void> {
  try {
    await run('go', ['version'])
  } catch (cause) {
    const version = /^go (\S+)$/m.exec(await readFile(join(folder, 'go.mod'), 'utf8'))?.[1]
    throw new OperatorError(
      `${name} is needed: ${instead ? `${instead}, or ` : ''}install Go ${version} or later (https://go.dev/dl), from which it is built.`,
      { cause },
    )
  }
}
