import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { OperatorsWatch } from './operators-watch.ts'

/** Where operators see the platform as a whole; only inside the network, the gateway does not forward it. */
export const OVERVIEW_PATH = '/operators'

/** The page is these files of ours and asks this server alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Its icon, which is empty.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SCRIPTS = ['concerns', 'overview', 'sections', 'summary', 'tables', 'words']

/** As Node itself runs such files; a browser loads them by the names under which they are served. */
const asJavaScript = (source: string) =>
  stripTypeScriptTypes(source).replaceAll(/( from '\.\/[\w-]+)\.ts'/g, "$1.js'")

const page = (name: string) => readFileSync(path.join(import.meta.dirname, 'page', name), 'utf8')

/** The operators' page, its files and its figures. Whoever registers them has asked for the token. */
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
