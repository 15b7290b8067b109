import type { Compiler } from '@rspack/core'

/** Chunks of the shell that signed-in pages need beside its entry. */
const SIGNED_IN = ['user-frame', 'query', 'kit', 'frequent', 'identity']

/**
 * Adds `preload.json` to the shell's build: `first` (files of `public/` that hold the parser up) and the files of its entry,
 * and what signed-in pages need beside them.
 */
export class ListPreloads {
  private readonly first: readonly string[]

  constructor(first: readonly string[]) {
    this.first = first
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack
    compiler.hooks.thisCompilation.tap('ListPreloads', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'ListPreloads', stage }, () => {
        const filesOf = (name: string) =>
          [...compilation.chunks]
            .filter((chunk) => chunk.name === name)
            .flatMap((chunk) => [...chunk.files])
            .filter((file) => /\.(js|css)$/.test(file))
        const list = {
          entry: [...this.first, ...['main', 'start'].flatMap(filesOf)],
          user: SIGNED_IN.flatMap(filesOf),
        }
        compilation.emitAsset('preload.json', new sources.RawSource(JSON.stringify(list)))
      })
    })
  }
}
