import type { LoaderContext } from '@rspack/core'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is read of a route of the contract (@andscene/contracts/define-route). */
type Declared = {
  method: string
  path: string
  body?: { kind?: string }
  response: { kind?: string }
  limits: { timeoutMs: number }
}

/**
 * Replaces a module of the contract's routes by what a production page needs to call them: method, path and time limit.
 * Schemas are for types and for development; they and their library would be most of the landing page's own code.
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

/** Responses that are bytes, and no JSON. */
const WHOLE = new Set<string | undefined>(['clip', 'download'])

const lean = ({ method, path: address, body, response, limits: { timeoutMs } }: Declared) => ({
  method,
  path: address,
  ...(body?.kind === 'file' && { body }),
  response: WHOLE.has(response.kind) ? { kind: response.kind } : {},
  limits: { timeoutMs },
})
