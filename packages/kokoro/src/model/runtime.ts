import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sentence, VoicesFailure } from './failure.ts'
import { emptyFolder, markWhole, sync, syncEntry } from './folders.ts'
import { fetchNpmPackage, type NpmOptions } from './npm-package.ts'
import type { VoicesSpec } from './spec.ts'
import { runTool } from './tools.ts'

/** Systems that the package has binaries for; those for Linux are for the GNU C library. */
const BINARIES = ['linux-x64', 'linux-arm64', 'darwin-arm64']
const LOAD_MS = 60_000

/** Why this system cannot have the natural voices; undefined if it can. */
export function unsupported(
  system = { platform: process.platform as string, arch: process.arch as string, isGnu: isGnu() },
): string | undefined {
  const isThere = BINARIES.includes(`${system.platform}-${system.arch}`)
  if (isThere && (system.platform !== 'linux' || system.isGnu)) return undefined
  const what = `${system.platform} ${system.arch}${isThere ? ' without the GNU C library' : ''}`
  return sentence('noRuntime', { system: what })
}

function isGnu(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean }
  // Otherwise the report resolves the host name of every connection.
  report.excludeNetwork = true
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime !== undefined
}

export type RuntimeOptions = NpmOptions & {
  spec: VoicesSpec['runtime']
  /** Working folder on the same disk. */
  staging: string
  target: string
}

/** Installs what this system needs of the runtime's packages, if it loads. Rejects with VoicesFailure. */
export async function installRuntime({ spec, staging, target, ...npm }: RuntimeOptions): Promise<void> {
  const { extract } = await import('tar')
  const modules = path.join(await emptyFolder(staging), 'node_modules')
  const files: string[] = []
  for (const pinned of spec.packages) {
    const file = await fetchNpmPackage(pinned, npm)
    const cwd = path.join(modules, pinned.name)
    await mkdir(cwd, { recursive: true })
    await extract({ file, cwd, strip: 1, filter: isNeeded, preserveOwner: false })
    files.push(file)
  }
  await requireLoadable(path.join(modules, spec.packages[0]!.name), npm.signal)
  await markWhole(staging)
  await sync(staging)
  // Leftovers of a folder that was partly deleted.
  await rm(target, { recursive: true, force: true })
  await rename(staging, target)
  for (const file of files) await rm(file)
  await syncEntry(path.dirname(target))
}

/** `package/…`: what the runtime loads, and the binaries of this system. */
function isNeeded(name: string): boolean {
  const [, top = '', ...rest] = name.split('/')
  if (top === 'bin') return rest.slice(1, 3).join('-') === `${process.platform}-${process.arch}`
  if (top === 'dist') return !name.endsWith('.map') && !/^(esm|.*\.min\.)/.test(rest.join('/'))
  return rest.length === 0 && /^(package\.json|README\.md|LICENSE.*)$/i.test(top)
}

const LOAD = `const { InferenceSession } = require(process.argv[1])
if (typeof InferenceSession?.create !== 'function') throw new Error('it has no InferenceSession')`

/** Loads it in a process of its own: a native library may crash its process. */
async function requireLoadable(folder: string, signal: AbortSignal): Promise<void> {
  const { code, said } = await runTool([process.execPath], ['-e', LOAD, folder], {
    signal,
    limitMs: LOAD_MS,
  })
  if (code === 0) return
  const cause = new Error(said || 'the process was ended')
  // Killed, or out of memory: may be temporary.
  if (code === undefined || code > 128) throw new VoicesFailure(sentence('notTested'), { cause })
  throw new VoicesFailure(sentence('notLoaded', { why: reasonIn(said) }), { isFinal: true, cause })
}

/** The message without the location, stack and folders. */
function reasonIn(said: string): string {
  const line = /^\w*Error: (.*)$/m.exec(said)?.[1] ?? said.split('\n').at(-1) ?? 'unknown'
  return line.replaceAll(/\/\S*\//g, '').slice(0, 160)
}
