import type { LoaderContext } from '@rspack/core'
import { pathToFileURL } from 'node:url'

function leanSchemas(this: LoaderContext): void {
  const done = this.async()
  import(pathToFileURL(this.resourcePath).href)
    .then((module: Record<string, unknown>) => {
      const rows = Object.entries(module).map(([name, value]) => {
        if (typeof value === 'function') throw new Error(`${name} of ${this.resourcePath} is no JSON`)
        return `export const ${name} = ${JSON.stringify(value)}`
      })
      done(null, rows.join('\n'))
    })
    .catch(done)
}

export default leanSchemas
