import {
  MAILBOX_PATH,
  REGISTRY_SCHEMA,
  type PublicConfig,
  type RegisteredRemote,
  type RemoteRegistry,
} from '@andscene/contracts/platform'
import { FileReleaseStore, type Located } from '@andscene/releases/store/file-release-store'
import { HttpError, messageOf } from '@andscene/service-kit/http-error'
import { ExpiringMap } from '@andscene/service-kit/expiring-map'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Counter, type Registry } from 'prom-client'
import type { EdgeConfig } from './config.ts'
import { originOf } from './hosts.ts'
import { publishedVersions } from './metrics.ts'
import { mayReadMailbox } from './mailbox.ts'
import { PAGE_CACHING, sendComposed } from './composed-page.ts'
import { filledBy, preloadsOf } from './preloads.ts'
import { PrerenderedPages } from './prerendered-pages.ts'
import { PublishedBuild } from './published-build.ts'
import { previewRoutes } from './releases/preview-routes.ts'
import { openReleaseStore } from '@andscene/releases/store/open-release-store'
import { ServedReleases } from './releases/served-releases.ts'
import { assignRolloutGroup, visitorOf, type Visitor } from './releases/visitor.ts'
import { Remotes } from './remotes.ts'
import { LISTEN_PAGE_HEADERS, securityHeaders } from './security-headers.ts'

const YEAR = '365d'
/** Path of share links (decision 0047). */
const LISTEN_PAGE = /^listen\/*$/i
const NEW_VISITOR: Visitor = { previews: new Map(), seat: undefined }
const HASHED_NAME = /\.[0-9a-f]{8,}\./
/** A remote that is left out is missing from every page; it is logged once in this time. */
const LOGGED_EVERY_MS = 60_000
const LOGGED_SENTENCES = 100

/** Serves host, remotes, registry and run-time configuration: all that a browser loads (architecture §3). */
export async function webRoutes(
  app: FastifyInstance,
  { config, metrics }: { config: EdgeConfig; metrics: Registry },
): Promise<void> {
  const leftOut = new Counter({
    name: 'remotes_left_out_total',
    help: 'Number of times a remote or registry could not be read and was omitted from a response.',
    registers: [metrics],
  })
  const host = new PublishedBuild(
    path.join(config.root, 'shells/host/dist'),
    path.join(config.webDir, 'host'),
    ['index.html'],
  )
  const local = new FileReleaseStore(path.join(config.webDir, 'remotes'))
  const logged = new ExpiringMap<true>(LOGGED_SENTENCES)
  const warn = (message: string) => {
    leftOut.inc()
    if (logged.get(message)) return
    logged.set(message, true, Date.now() + LOGGED_EVERY_MS)
    app.log.warn(message)
  }
  const served = new ServedReleases({ store: await openReleaseStore(local, config.releases), local, warn })
  const remotes = new Remotes({ root: config.root, local, served, otherFile: config.remotesFile, warn })
  publishedVersions(metrics, async () => {
    const version = await host.current()
    return [...(version ? [{ name: 'host', version }] : []), ...(await remotes.registry('', NEW_VISITOR))]
  })
  const pages = new PrerenderedPages()
  await mkdir(config.webDir, { recursive: true })
  await app.register(fastifyCookie)
  await app.register(fastifyStatic, {
    root: config.webDir,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
  })
  // Published at startup, so that the first request does not wait for the copies.
  app.addHook('onReady', async () => {
    await Promise.all([host.current(), remotes.registry('', NEW_VISITOR)]).catch((error: unknown) =>
      app.log.warn(`The web build cannot be published: ${messageOf(error)}`),
    )
  })

  app.addHook('onRequest', async (_request, reply) => {
    const origins = (await remotes.others()).map(({ entry }) => new URL(entry).origin)
    void reply.headers(securityHeaders(config, [...new Set(origins)]))
  })

  app.get('/config.json', (request, reply) => {
    const origin = originOf(request, config.publicOrigins)
    return reply.header('cache-control', 'no-store').send({
      apiBaseUrl: `${origin}/api`,
      firebase: config.firebase,
      ...(config.identityUrl ? { identityEmulator: origin } : {}),
      ...(config.mailbox && mayReadMailbox(request) ? { mailbox: `${origin}${MAILBOX_PATH}` } : {}),
    } satisfies PublicConfig)
  })

  app.get('/remotes.json', async (request, reply) => {
    const rows = await remotes.registry(originOf(request, config.publicOrigins), visitorOf(request))
    const shell = await host.current()
    return reply.header('cache-control', 'no-store').send({
      schemaVersion: REGISTRY_SCHEMA,
      ...(shell && { shell }),
      remotes: rows.map(forBrowsers),
    } satisfies RemoteRegistry)
  })

  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    async (request, reply) => {
      const { name, version, '*': file } = request.params
      if (!/^[a-z][a-z0-9-]*$/.test(name) || !/^[0-9a-f]+$/.test(version)) return reply.callNotFound()
      // Public files, which a shell of another origin may load.
      void reply.header('access-control-allow-origin', '*')
      void reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendAsset(reply, await remotes.locate(name, version, file))
    },
  )

  previewRoutes(app, remotes)

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const version = await host.current()
    if (!version) throw new HttpError('UNAVAILABLE', 'The web build is in progress.', { retryAfter: 5 })
    const file = request.params['*']
    const isListenPage = LISTEN_PAGE.test(file)
    if (isListenPage) void reply.headers(LISTEN_PAGE_HEADERS)
    // A missing chunk must be an error, not a page; a path without an extension is a route of the application.
    if (path.extname(file)) return sendAsset(reply, host.locate(version, file))
    const known = visitorOf(request)
    const visitor = (await remotes.isForSome())
      ? assignRolloutGroup(reply, known, request.protocol === 'https')
      : known
    // Without preloads a page only loads more slowly.
    const filled = await remotes
      .registry('', visitor)
      .then((rows) => filledBy(rows, `/${file}`))
      .catch(() => undefined)
    const prerendered = filled && (await pages.of({ host, version, ...filled }).catch(() => undefined))
    const links = await preloadsOf({ host, version, filled }, prerendered !== undefined).catch(() => '')
    if (links) void reply.header('link', links)
    const page = isListenPage ? await pages.listen(host, version).catch(() => undefined) : prerendered
    if (page) return sendComposed(request, reply, page)
    const { root, file: index } = host.locate(version, 'index.html')
    return reply.header('cache-control', PAGE_CACHING).sendFile(index, root)
  })
}

const forBrowsers = (remote: RegisteredRemote): RegisteredRemote => ({
  ...remote,
  routes: remote.routes.map(
    ({ files: _files, page: _page, prerender: _mark, prerendered: _html, ...route }) => route,
  ),
})

/** Content with a hashed name never changes; everything else is revalidated (ETag). */
function sendAsset(reply: FastifyReply, { root, file }: Located): FastifyReply {
  if (HASHED_NAME.test(path.basename(file)))
    return reply.sendFile(file, root, { cacheControl: true, maxAge: YEAR, immutable: true })
  void reply.header('cache-control', 'no-cache')
  return reply.sendFile(file, root)
}
