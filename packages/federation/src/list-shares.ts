import type { SharedOffers } from '@andscene/contracts/remote-build'
import type { Compiler } from '@rspack/core'

/** Rspack's identifier of a provided shared module: name and version. */
const PROVIDED = /^provide shared module \([^)]*\) (.+)@(\d[^ ]*) =/

/**
 * Adds `shares.json` to the shell's build: the shared modules that it provides, with versions and exports. Publishing a
 * remote compares its uses with the deployed shell's.
 */
export class ListShares {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('ListShares', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'ListShares', stage }, () => {
        const { moduleGraph } = compilation
        const offers: SharedOffers = {}
        for (const module of compilation.modules) {
          const [, name, version] = PROVIDED.exec(module.identifier()) ?? []
          if (name === undefined || version === undefined) continue
          const [target] = moduleGraph.getOutgoingConnections(module)
          const exported = target?.module ? moduleGraph.getProvidedExports(target.module) : null
          // The exports of a CommonJS module (React's) cannot be determined statically.
          const known =
            Array.isArray(exported) && !exported.includes('__esModule') ? exported.sort() : undefined
          offers[name] = { version, ...(known && known.length > 0 && { exports: known }) }
        }
        const sorted = Object.fromEntries(Object.entries(offers).sort(([a], [b]) => (a < b ? -1 : 1)))
        compilation.emitAsset('shares.json', new sources.RawSource(`${JSON.stringify(sorted, null, 1)}\n`))
      })
    })
  }
}
