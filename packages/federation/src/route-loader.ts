import type { LoaderContext } from '@rspack/core'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The parts of a contract route that are read (@andscene/contracts/define-route). */
type Declared = {
  method: string
  path: string
  body?: { kind?: string }
  response: { kind?: string }
  limits: { timeoutMs: number }
}

/**
 * Reduces a module of contract routes to what a production page requires to call them: method, path and timeout.
 * Schemas and their library would be most of the landing page's code.
 */
function leanRoutes(this: LoaderContext): void {
  const done = this.async()
  this.addContextDependency(path.dirname(path.dirname(this.resourcePath)))
  import(pathToFileURL(this.resourcePath).href).then((module: Record<string, Declared>) => {
    const rows = Object.entries(module).map(
      ([name, route]) => `export const ${name} = ${JSON.stringify(lean(route))}`,
    )
    done(null, rows.join('\n'))
  }, done)
}

export default leanRoutes

/** Responses that are binary, not JSON. */
const BINARY = new Set<string | undefined>(['clip', 'download'])

const lean = ({ method, path: address, body, response, limits: { timeoutMs } }: Declared) => ({
  method,
  path: address,
  ...(body?.kind === 'file' && { body }),
  response: BINARY.has(response.kind) ? { kind: response.kind } : {},
  limits: { timeoutMs },
})
