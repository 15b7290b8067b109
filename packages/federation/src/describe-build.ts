import type { Compiler } from '@rspack/core'
import { createHash } from 'node:crypto'

/**
 * Adds `remote.json` to a remote's build: its description, and as `version` a short hash of all that was built. The
 * same sources give the same version; the platform serves the build under it.
 */
export class DescribeBuild {
  private readonly description: object

  constructor(description: object) {
    this.description = description
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('DescribeBuild', (compilation) => {
      // After the manifest, which is a report of the finished build.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1
      compilation.hooks.processAssets.tap({ name: 'DescribeBuild', stage }, (assets) => {
        const hash = createHash('sha256')
        for (const name of Object.keys(assets).sort()) {
          if (name.endsWith('.map')) continue
          hash.update(name).update('\0').update(assets[name]!.buffer())
        }
        const version = hash.digest('hex').slice(0, 12)
        compilation.emitAsset(
          'remote.json',
          new sources.RawSource(`${JSON.stringify({ ...this.description, version }, null, 2)}\n`),
        )
      })
    })
  }
}
