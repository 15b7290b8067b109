import type { LoaderContext } from '@rspack/core'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Prepends the custom properties of look.ts, in the same folder, to a style sheet. Pages thus get the same colors as
 * antd with their first style sheet.
 */
function lookLoader(this: LoaderContext, css: string): void {
  const done = this.async()
  const source = path.join(path.dirname(this.resourcePath), 'look.ts')
  // Also covers the data that look.ts imports.
  this.addContextDependency(path.dirname(source))
  import(pathToFileURL(source).href).then(
    (look: { customProperties(): string }) => done(null, look.customProperties() + css),
    done,
  )
}

export default lookLoader
