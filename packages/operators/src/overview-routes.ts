import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { OperatorsWatch } from './operators-watch.ts'

/** Inside the network only: the gateway does not forward it. */
const OVERVIEW_PATH = '/operators'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The empty icon.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SCRIPTS = ['concerns', 'overview', 'sections', 'tables', 'words']

/** Strips the types as Node does, and renames the imports to the served names. */
const asJavaScript = (source: string) =>
  stripTypeScriptTypes(source).replaceAll(/( from '\.\/[\w-]+)\.ts'/g, "$1.js'")

const page = (name: string) => readFileSync(path.join(import.meta.dirname, 'page', name), 'utf8')

/** The operators' page, its files and its data. The caller checks the token. */
export function overviewRoutes(app: FastifyInstance, watch: OperatorsWatch): void {
  const file = (url: string, type: string, text: string) =>
    app.get(url, async (_request, reply) =>
      reply.header('content-security-policy', POLICY).type(`${type}; charset=utf-8`).send(text),
    )
  file(OVERVIEW_PATH, 'text/html', page('overview.html'))
  file(`${OVERVIEW_PATH}/overview.css`, 'text/css', page('overview.css'))
  for (const name of SCRIPTS)
    file(`${OVERVIEW_PATH}/${name}.js`, 'text/javascript', asJavaScript(page(`${name}.ts`)))
  app.get(`${OVERVIEW_PATH}/`, async (_request, reply) => reply.redirect(OVERVIEW_PATH, 308))
  app.get(`${OVERVIEW_PATH}/overview.json`, async (_request, reply) => {
    const overview = await watch.overview()
    return reply.header('content-security-policy', POLICY).send(overview)
  })
}
