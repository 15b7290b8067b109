import type { SharedOffers } from '@andscene/contracts/remote-build'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { satisfies } from 'semver'
import { MANIFEST, type Release } from '../release.ts'

/** Checks that the live shell can load a version; each problem is one sentence. */

type Manifest = {
  name?: unknown
  exposes?: { path?: unknown }[]
  metaData?: { remoteEntry?: { name?: unknown } }
}

/** The build must expose the modules in its description (architecture §8). */
export async function exposed(dist: string, { description, files }: Release): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(dist, MANIFEST), 'utf8')) as Manifest
  const paths = (manifest.exposes ?? []).map((one) => one.path)
  const wanted = ['./routes', ...(description.navigation ? ['./navigation'] : [])]
  const named = description.routes.flatMap((route) => route.files ?? [])
  return [
    ...named
      .filter((file) => !files[file])
      .map((file) => `Its description names ${file}, which it does not have.`),
    ...(manifest.name === description.name
      ? []
      : [`The build calls itself "${String(manifest.name)}", its description "${description.name}".`]),
    ...(description.routes.length > 0 ? [] : ['It describes no route.']),
    ...wanted.filter((one) => !paths.includes(one)).map((one) => `It does not expose ${one}.`),
  ]
}

/** The shell must share each module that the version uses, in a matching version, with all exports that it uses. */
export function satisfiable({ description }: Release, offers: SharedOffers): string[] {
  return Object.entries(description.uses ?? {}).flatMap(([name, use]) => {
    const offer = offers[name]
    if (!offer) return use.own ? [] : [`The live shell has no ${name}.`]
    if (use.range !== false && !satisfies(offer.version, use.range))
      return [`It needs ${name} ${use.range}, and the live shell has ${offer.version}.`]
    const missing = offer.exports ? use.exports.filter((one) => !offer.exports?.includes(one)) : []
    return missing.length > 0 ? [`The live shell's ${name} has no ${missing.join(', ')}.`] : []
  })
}

/** The compressed initial files of each route must fit the budget that the remote declares. */
export function affordable({ description, files }: Release): string[] {
  const { budgetBytes } = description
  if (budgetBytes === undefined) return []
  return description.routes.flatMap((route) => {
    const bytes = firstSightBytes(route.files ?? [], files)
    return bytes > budgetBytes
      ? [`The first sight of ${route.path} is ${bytes} bytes; its budget is ${budgetBytes}.`]
      : []
  })
}

/** Compressed size if the build has compressed files; missing files count as 0. */
export const firstSightBytes = (names: readonly string[], files: Release['files']): number =>
  names.reduce((sum, name) => sum + ((files[`${name}.br`] ?? files[name])?.bytes ?? 0), 0)
