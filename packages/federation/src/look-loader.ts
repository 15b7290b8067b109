import type { LoaderContext } from '@rspack/core'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Puts the custom properties of look.ts, which stands beside it, before a style sheet. So the page's colours and antd's
 * come from one place, and the page has them with its first style sheet.
 */
function lookLoader(this: LoaderContext, css: string): void {
  const done = this.async()
  const source = path.join(path.dirname(this.resourcePath), 'look.ts')
  // Also for the data that it imports.
  this.addContextDependency(path.dirname(source))
  import(pathToFileURL(source).href).then(
    (look: { customProperties(): string }) => done(null, look.customProperties() + css),
    done,
  )
}

export default lookLoader
