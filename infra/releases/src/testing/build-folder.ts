import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { releaseIn, type Release } from '../release.ts'

/** Writes a small build of a remote to `dist`: `version` is part of every file except those in `common`. */
export async function writeBuild(
  dist: string,
  version: string,
  { name = 'dashboard', common = {} }: { name?: string; common?: Record<string, string> } = {},
): Promise<Release> {
  await rm(dist, { recursive: true, force: true })
  const routes = [{ path: `/${name}`, access: 'user', errorText: 'Sorry.' }]
  const files: Record<string, string> = {
    'remote.json': JSON.stringify({ name, version, routes }),
    'mf-manifest.json': JSON.stringify({ id: name, version }),
    'remoteEntry.js': `// entry of ${version}`,
    [`assets/page.${version}.js`]: `// page of ${version}`,
    ...common,
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true })
    await writeFile(path.join(dist, file), text)
  }
  return releaseIn(dist)
}
