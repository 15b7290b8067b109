import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { releaseIn, type Release } from '../release.ts'

/** Output of `build` for `publish`. Not `dist`: the local platform serves builds from there automatically. */
export const builtFolder = (root: string, name: string): string =>
  path.join(root, 'node_modules/.cache/and-scene/releases', name)

/** Builds a remote of the project at `root` for production. */
export async function build(root: string, name: string): Promise<Release> {
  const source = path.join(root, 'remotes', name)
  if (!existsSync(path.join(source, 'rspack.config.ts')))
    throw new OperatorError(`There is no remote ${name} in this project: ${path.join('remotes', name)}`)
  return buildFrom(root, source, builtFolder(root, name))
}

/** Builds the remote with its sources in `source` into `folder`. */
export async function buildFrom(root: string, source: string, folder: string): Promise<Release> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const rspack = spawn(path.join(root, 'node_modules/.bin/rspack'), ['build', '--output-path', folder], {
      cwd: source,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    rspack.once('error', reject)
    rspack.once('close', resolve)
  })
  if (code !== 0)
    throw new OperatorError(`${path.basename(source)} could not be built: see above what the build says.`)
  return releaseIn(folder)
}
