import type { RemoteDescription } from '@andscene/contracts/platform'
import type { Compilation, Compiler } from '@rspack/core'
import { createHash } from 'node:crypto'
import { isPacked } from './pack-build.ts'

/**
 * Adds `remote.json` to a remote's build: its description with the files that each route's first sight needs, and as
 * `version` a short hash of all that was built. The same sources give the same version; the platform serves the build
 * under it.
 */
export class DescribeBuild {
  private readonly description: RemoteDescription

  constructor(description: RemoteDescription) {
    this.description = description
  }

  apply(compiler: Compiler): void {
    const { Compilation, WebpackError, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('DescribeBuild', (compilation) => {
      // After the manifest, which is a report of the finished build.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1
      compilation.hooks.processAssets.tap({ name: 'DescribeBuild', stage }, (assets) => {
        const hash = createHash('sha256')
        for (const name of Object.keys(assets).sort()) {
          if (name.endsWith('.map') || isPacked(name)) continue
          hash.update(name).update('\0').update(assets[name]!.buffer())
        }
        const routes = this.description.routes.map((route) => {
          const files = filesOf(compilation, this.description, route.page)
          if (!files)
            compilation.errors.push(new WebpackError(`src/routes.tsx does not import ${route.page}`))
          return { ...route, files }
        })
        const description = { ...this.description, routes, version: hash.digest('hex').slice(0, 12) }
        compilation.emitAsset(
          'remote.json',
          new sources.RawSource(`${JSON.stringify(description, null, 2)}\n`),
        )
      })
    })
  }
}

/** Undefined when nothing of the build is a page of this name. */
function filesOf(
  { chunkGroups }: Compilation,
  { name, navigation = false }: RemoteDescription,
  page?: string,
): string[] | undefined {
  const pages = chunkGroups.filter(({ origins }) => origins.some(({ request }) => request === page))
  if (page !== undefined && pages.length === 0) return undefined
  const exposed = ['routes', ...(navigation ? ['navigation'] : [])]
  const names = [name, ...exposed.map((part) => `__federation_expose_${part}`)]
  const groups = [
    ...names.map((wanted) => chunkGroups.find((group) => group.name === wanted)),
    ...(page === undefined ? [] : pages),
  ]
  const files = groups.flatMap((group) => [...(group?.getFiles() ?? [])].sort())
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
}
