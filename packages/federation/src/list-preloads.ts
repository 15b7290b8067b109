import type { Compiler } from '@rspack/core'

/** Chunks of the shell that pages of guests and of signed-in users require in addition to the entry. */
const GUEST = ['guest', 'query', 'kit']
const SIGNED_IN = ['user-frame', 'query', 'kit', 'frequent', 'identity']

/** Files of `public/` that block the parser. */
const BLOCKING = ['theme.js']

/** The Latin font file; browsers load the others when a page contains their characters. */
const FONT = /-latin-wght-normal\.\w+\.woff2$/

const isStyle = (file: string) => file.endsWith('.css')

/**
 * Adds `preload.json` to the shell's build: the files that block the first paint (`first`, with style sheet and font),
 * the rest of the entry, and what pages of guests and of signed-in users require in addition.
 */
export class ListPreloads {
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
        const main = filesOf('main')
        const list = {
          first: [
            ...BLOCKING,
            ...main.filter(isStyle),
            ...Object.keys(compilation.assets).filter((file) => FONT.test(file)),
          ],
          entry: [...main.filter((file) => !isStyle(file)), ...filesOf('start')],
          guest: GUEST.flatMap(filesOf),
          user: SIGNED_IN.flatMap(filesOf),
        }
        compilation.emitAsset('preload.json', new sources.RawSource(JSON.stringify(list)))
      })
    })
  }
}
