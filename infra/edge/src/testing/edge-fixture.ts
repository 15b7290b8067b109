import type { RemoteRegistry, RemoteRoute } from '@andscene/contracts/platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { buildEdge, type EdgeTuning } from '../build-app.ts'
import { readEdgeConfig, type EdgeConfig } from '../config.ts'

/** Nothing listens on this port. */
export const CLOSED_PORT_URL = 'http://127.0.0.1:1'
/** Required settings without a default. */
const NEEDED = { WEB_DIR: '/web', GATEWAY_URL: CLOSED_PORT_URL, FIREBASE_PROJECT_ID: 'demo-test' }
export const configOf = (env: Record<string, string> = {}) => readEdgeConfig({ ...NEEDED, ...env })
export const FIREBASE = configOf().firebase

/** An edge that is closed after the test. */
export async function edgeFixture(...options: Parameters<typeof openEdge>): Promise<Edge> {
  const edge = await openEdge(...options)
  onTestFinished(edge.close)
  return edge
}
export type Edge = Awaited<ReturnType<typeof openEdge>>

/**
 * A listening edge with a temporary project: a built host with `hostFiles` in its build, and the remotes that `build`
 * creates.
 */
export async function openEdge(
  config: Partial<EdgeConfig> = {},
  tuning: EdgeTuning = {},
  hostFiles: Record<string, string> = {},
) {
  const { path: folder, remove } = await temporaryFolder('and-scene-edge')
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
  let log = ''
  const logStream = new PassThrough().on('data', (chunk: Buffer) => (log += chunk.toString()))
  const app = await buildEdge(
    {
      ...configOf({ IDENTITY_URL: CLOSED_PORT_URL, LIMIT_SIGN_IN: '1000', LIMIT_ACCOUNTS: '1000' }),
      logLevel: 'info',
      root: folder,
      webDir: path.join(folder, 'web'),
      ...config,
    },
    { logStream, ...tuning },
  )
  return {
    app,
    folder,
    log: () => log,
    origin: await app.listen({ port: 0, host: config.host ?? '127.0.0.1' }),
    /** `more` adds to its first route. */
    build: (remote: string, version: string, chunk: string, more?: Partial<RemoteRoute>) =>
      buildRemote(folder, remote, version, chunk, more),
    close: async () => {
      await app.close()
      await remove()
    },
  }
}

/** An edge with an operator's registry, which `write` replaces. */
export async function edgeWithRegistry(remotes: unknown[], hostFiles: Record<string, string> = {}) {
  const folder = await temporaryFolder('and-scene-registry')
  const remotesFile = path.join(folder.path, 'remotes.json')
  const write = (rows: unknown[]) => writeFile(remotesFile, JSON.stringify({ remotes: rows }))
  await write(remotes)
  onTestFinished(folder.remove)
  const edge = await edgeFixture({ remotesFile }, {}, hostFiles)
  return { ...edge, write }
}

export const registryOf = async (origin: string) =>
  (await (await fetch(`${origin}/remotes.json`)).json()) as RemoteRegistry

/** Writes the files of a remote's build to its `dist`. */
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
