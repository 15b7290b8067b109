import type { Compiler } from '@rspack/core'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|html|json|svg|wasm|txt)$/
const MIN_BYTES = 1024
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

export const isPacked = (file: string): boolean => /\.(?:br|gz)$/.test(file)

/**
 * Adds each file as `.br` and `.gz`. Compressing at build time means that even the first request after a start is
 * compressed. Source maps are excluded: they are large and only for developers.
 */
export class PackBuild {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('PackBuild', (compilation) => {
      // After all assets are final.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 2
      compilation.hooks.processAssets.tapPromise({ name: 'PackBuild', stage }, async (assets) => {
        const pack = async (name: string) => {
          const bytes = assets[name]!.buffer()
          if (!COMPRESSIBLE.test(name) || bytes.length < MIN_BYTES) return
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          const [small, smaller] = await Promise.all([gz(bytes, { level: 9 }), brotli(bytes, { params })])
          compilation.emitAsset(`${name}.gz`, new sources.RawSource(small))
          compilation.emitAsset(`${name}.br`, new sources.RawSource(smaller))
        }
        await Promise.all(Object.keys(assets).map(pack))
      })
    })
  }
}
