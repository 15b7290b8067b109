import type { RemoteRoute } from '@andscene/contracts/platform'
import type { FastifyInstance } from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildEdge, type EdgeTuning } from '../build-app.ts'
import type { EdgeConfig } from '../config.ts'

export const FIREBASE = { apiKey: 'k', authDomain: 'd', projectId: 'demo-test' }
/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:1'

/**
 * A listening edge over a project of its own: a built host, with `hostFiles` in its build by name, and whatever remotes
 * `build` makes.
 */
export async function edgeFixture(
  config: Partial<EdgeConfig> = {},
  tuning: EdgeTuning = {},
  host = '127.0.0.1',
  hostFiles: Record<string, string> = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'and-scene-edge-'))
  const shell = path.join(folder, 'shells/host/dist')
  await mkdir(path.join(shell, 'assets'), { recursive: true })
  await mkdir(path.join(folder, 'remotes'))
  await writeFile(path.join(shell, 'index.html'), '<!doctype html><head><title>And Scene</title></head>')
  await writeFile(path.join(shell, 'assets/main.0123456789.js'), 'main()')
  const preloads = {
    first: ['assets/main.0123456789.css'],
    entry: ['assets/main.0123456789.js'],
    guest: ['assets/query.0123456789.js'],
    user: ['assets/user-frame.0123456789.js'],
  }
  for (const [name, text] of Object.entries({ 'preload.json': JSON.stringify(preloads), ...hostFiles }))
    await writeFile(path.join(shell, name), text)
  const app: FastifyInstance = await buildEdge(
    {
      port: 0,
      host,
      logLevel: tuning.logStream ? 'info' : 'silent',
      root: folder,
      webDir: path.join(folder, 'web'),
      gatewayUrl: NOWHERE,
      identityUrl: NOWHERE,
      identitySecret: '',
      identityLimits: { signIn: 1_000, accounts: 1_000 },
      mailbox: true,
      firebase: FIREBASE,
      remotesFile: undefined,
      releases: undefined,
      publicOrigins: [],
      trustedProxies: [],
      limitInFlight: 24,
      limitFiles: 500,
      limitConnections: 1_000,
      metrics: undefined,
      ...config,
    },
    tuning,
  )
  return {
    app,
    folder,
    origin: await app.listen({ port: 0, host }),
    /** `more` is what its first route has beside the usual. */
    build: (remote: string, version: string, chunk: string, more?: Partial<RemoteRoute>) =>
      buildRemote(folder, remote, version, chunk, more),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a remote's build leaves in its `dist`. */
async function buildRemote(
  folder: string,
  remote: string,
  version: string,
  chunk: string,
  more: Partial<RemoteRoute> = {},
) {
  const dist = path.join(folder, 'remotes', remote, 'dist')
  await rm(dist, { recursive: true, force: true })
  await mkdir(path.join(dist, 'assets'), { recursive: true })
  const code = `// ${version}\n${'x'.repeat(2_000)}`
  await writeFile(path.join(dist, 'assets', chunk), code)
  await writeFile(path.join(dist, 'assets', `${chunk}.br`), brotliCompressSync(code))
  await writeFile(path.join(dist, 'mf-manifest.json'), JSON.stringify({ id: remote, chunk }))
  await writeFile(path.join(dist, 'remoteEntry.js'), `entry of ${version}`)
  const files = ['remoteEntry.js', `assets/${chunk}`]
  const routes = [
    { path: remote === 'landing' ? '/' : `/${remote}`, access: 'any', errorText: 'Sorry.', files, ...more },
    { path: `/${remote}/:id`, access: 'user', errorText: 'Sorry.', files },
    { path: `/${remote}/guests`, access: 'guest', errorText: 'Sorry.', files },
  ]
  await writeFile(path.join(dist, 'remote.json'), JSON.stringify({ name: remote, version, routes }))
}
