import type { PrerenderedPage, RemoteDescription, RemoteRoute } from '@andscene/contracts/platform'
import type { BuiltRemote } from '@andscene/contracts/remote-build'
import type { Compilation, Compiler } from '@rspack/core'
import { createHash } from 'node:crypto'
import { isPacked } from './pack-build.ts'
import { usesOf } from './uses-of.ts'

/**
 * Adds `remote.json` to a remote's build: its description, each route's first files, the HTML of prerendered pages, its
 * uses of shared modules, and `version`, a short hash of the build. The same sources give the same version.
 */
export class DescribeBuild {
  readonly #description: RemoteDescription
  readonly #prerender: () => Promise<ReadonlyMap<string, string>>

  /** `prerender` resolves with the HTML of pages by route path. */
  constructor(description: RemoteDescription, prerender: () => Promise<ReadonlyMap<string, string>>) {
    this.#description = description
    this.#prerender = prerender
  }

  apply(compiler: Compiler): void {
    const { Compilation, WebpackError, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('DescribeBuild', (compilation) => {
      const fail = (message: string) => compilation.errors.push(new WebpackError(message))
      const rendering = this.#prerender().catch((error: unknown) => {
        fail(error instanceof Error ? error.message : String(error))
        return new Map<string, string>()
      })
      // After the manifest, which is emitted in the REPORT stage.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1
      compilation.hooks.processAssets.tapPromise({ name: 'DescribeBuild', stage }, async (assets) => {
        const pages = await rendering
        const routes = this.#description.routes.map((route): RemoteRoute => {
          const groups = groupsOf(compilation, this.#description, route.page)
          if (!groups) fail(`src/routes.tsx does not import ${route.page}`)
          const html = pages.get(route.path)
          const prerendered =
            html === undefined ? undefined : { html, styles: stylesOf(groups ?? [], compilation) }
          return { ...route, ...(groups && { files: filesOf(groups) }), ...(prerendered && { prerendered }) }
        })
        const hash = createHash('sha256')
        for (const name of Object.keys(assets).sort()) {
          if (name.endsWith('.map') || isPacked(name)) continue
          hash.update(name).update('\0').update(assets[name]!.buffer())
        }
        for (const { prerendered } of routes) if (prerendered) hash.update(JSON.stringify(prerendered))
        const description: BuiltRemote = {
          ...this.#description,
          routes,
          uses: usesOf(compilation),
          version: hash.digest('hex').slice(0, 12),
        }
        compilation.emitAsset(
          'remote.json',
          new sources.RawSource(`${JSON.stringify(description, null, 2)}\n`),
        )
      })
    })
  }
}

type Group = Compilation['chunkGroups'][number]

/** Returns the remote's entry, what it exposes, and the page; undefined when the build has no page of this name. */
function groupsOf(
  { chunkGroups }: Compilation,
  { name, navigation = false }: RemoteDescription,
  page?: string,
): Group[] | undefined {
  const pages = chunkGroups.filter(({ origins }) => origins.some(({ request }) => request === page))
  if (page !== undefined && pages.length === 0) return undefined
  const exposed = ['routes', ...(navigation ? ['navigation'] : [])]
  const names = [name, ...exposed.map((part) => `__federation_expose_${part}`)]
  return [
    ...names.flatMap((wanted) => chunkGroups.find((group) => group.name === wanted) ?? []),
    ...(page === undefined ? [] : pages),
  ]
}

function filesOf(groups: Group[]): string[] {
  const files = groups.flatMap((group) => [...group.getFiles()].sort())
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
}

/** Returns the style sheets in the order of the chunk loader, with its mark for each. */
function stylesOf(groups: Group[], { outputOptions }: Compilation): PrerenderedPage['styles'] {
  const chunks = new Set(groups.flatMap((group) => group.chunks))
  return [...chunks].flatMap(({ id, files }) =>
    [...files]
      .filter((file) => file.endsWith('.css'))
      .map((file) => ({ file, loadedAs: `${outputOptions.uniqueName}:chunk-${id}` })),
  )
}
