import type { Compiler } from '@rspack/core'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|html|json|svg|wasm|txt)$/
const LEAST_BYTES = 1024
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

export const isPacked = (file: string): boolean => /\.(?:br|gz)$/.test(file)

/**
 * Adds each file as `.br` and `.gz`, compressed as well as it goes: once with the build, so that not even the first page
 * of a platform that has just started travels as it is. Source maps are for developers, and larger than all the rest.
 */
export class PackBuild {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('PackBuild', (compilation) => {
      // When nothing changes any more.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 2
      compilation.hooks.processAssets.tapPromise({ name: 'PackBuild', stage }, async (assets) => {
        const pack = async (name: string) => {
          const bytes = assets[name]!.buffer()
          if (!COMPRESSIBLE.test(name) || bytes.length < LEAST_BYTES) return
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
