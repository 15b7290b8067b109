import type { RegisteredRemote } from '@andscene/contracts/platform'
import { expect, test, vi } from 'vitest'
import { exposed, fakeRuntime, REMOTES } from '../testing/app.tsx'
import type { Registry } from './registry.ts'
import { RemoteStore } from './remote-store.ts'

const released = REMOTES.map((remote) =>
  remote.name === 'reader'
    ? { ...remote, version: '2', entry: 'http://x/reader-2/mf-manifest.json' }
    : remote,
)
const registryOf = (remotes: RegisteredRemote[]): Registry => ({ shell: 'a', remotes, refused: [] })
const store = (read = REMOTES) => {
  const parts = exposed()
  const runtime = fakeRuntime(parts)
  const registry = registryOf(REMOTES)
  return {
    runtime,
    parts,
    store: new RemoteStore(registry, runtime, async () => registryOf(read)),
  }
}

test('finds the remote of a path by its routes, and loads none at startup', () => {
  const { store: remotes, runtime } = store()
  expect(runtime.register).toHaveBeenCalledOnce()
  expect(runtime.load).not.toHaveBeenCalled()
  expect(remotes.matchOf('/scripts/s1')?.remote.name).toBe('reader')
  expect(remotes.matchOf('/')?.remote.name).toBe('landing')
  expect(remotes.matchOf('/scripts')).toBeUndefined()
})

test('preloads routes, pages and the navigation of a path', async () => {
  const { store: remotes, runtime, parts } = store()
  const page = vi.fn<() => Promise<object>>(async () => ({}))
  parts['reader/routes'] = {
    routes: [{ path: '/scripts/:scriptId', children: [{ index: true, lazy: page }] }],
  }
  remotes.preload('/scripts/s1')
  await expect.poll(() => runtime.load.mock.calls.flat()).toEqual(['reader/routes', 'reader/navigation'])
  expect(page).toHaveBeenCalledOnce()
})

test('`lookAgain` also updates routes and releases of known remotes', async () => {
  const grown = released.map((remote) =>
    remote.name === 'reader'
      ? { ...remote, routes: [...remote.routes, { ...remote.routes[0]!, path: '/listen' }] }
      : remote,
  )
  const { store: remotes, runtime } = store(grown)
  const listener = vi.fn<() => void>()
  remotes.subscribe(listener)
  const [reader, landing] = [remotes.matchOf('/scripts/s1')!.remote, remotes.matchOf('/')!.remote]
  const [before, kept, revision] = [remotes.screen(reader), remotes.screen(landing), remotes.revision()]
  await remotes.lookAgain()
  expect(remotes.matchOf('/listen')?.remote.name).toBe('reader')
  expect(remotes.screen(reader)).not.toBe(before)
  expect(remotes.screen(landing)).toBe(kept)
  expect(runtime.register).toHaveBeenCalledTimes(2)
  expect(remotes.revision()).not.toBe(revision)
  expect(listener).toHaveBeenCalledOnce()
})

test('after a failure, all parts wait for the registry and load the new release', async () => {
  const parts = exposed()
  const runtime = fakeRuntime(parts)
  const look = Promise.withResolvers<void>()
  const remotes = new RemoteStore(registryOf(REMOTES), runtime, async () => {
    await look.promise
    return registryOf(released)
  })
  const { remote } = remotes.matchOf('/scripts/s1')!
  remotes.forget(remote)
  const both = Promise.all([remotes.screen(remote).preload(), remotes.navigation(remote).preload()])
  await Promise.resolve()
  expect(runtime.load).not.toHaveBeenCalled()
  look.resolve()
  await both
  expect(runtime.load.mock.calls.flat()).toEqual(['reader/routes', 'reader/navigation'])
  expect(runtime.register).toHaveBeenLastCalledWith(
    [expect.objectContaining({ name: 'reader', entry: 'http://x/reader-2/mf-manifest.json' })],
    { force: true },
  )
})

test('after a failure without a new release, registers nothing again', async () => {
  const { store: remotes, runtime } = store()
  remotes.forget(remotes.matchOf('/scripts/s1')!.remote)
  remotes.preload('/scripts/s1')
  await expect.poll(() => runtime.load.mock.calls).toContainEqual(['reader/routes'])
  expect(runtime.register).toHaveBeenCalledOnce()
})

test('returns the first API requests of a route with the parameters of the path', () => {
  const [reader] = REMOTES.filter(({ name }) => name === 'reader')
  const data = ['/api/scripts/:scriptId', '/api/voices']
  const remote = { ...reader!, routes: reader!.routes.map((route) => ({ ...route, data })) }
  const registry = registryOf([remote])
  const remotes = new RemoteStore(registry, fakeRuntime(exposed()))
  expect(remotes.dataOf('/scripts/a%2Fb')).toEqual(['/api/scripts/a%2Fb', '/api/voices'])
  expect(remotes.dataOf('/elsewhere')).toEqual([])
})

test('product §14 updates remotes that were not loaded yet; loaded ones keep their version', async () => {
  const { store: remotes, runtime } = store()
  await remotes.preload('/dashboard')
  const newer = REMOTES.map((remote) => ({
    ...remote,
    version: '2',
    entry: remote.entry.replace('/mf-', '-2/mf-'),
  }))
  expect(remotes.follow(registryOf(newer))).toEqual([{ name: 'dashboard', begun: '1', offered: '2' }])
  const taken = runtime.register.mock.calls.slice(1).flatMap(([rows]) => rows.map(({ name }) => name))
  expect(taken).toEqual(['landing', 'reader'])
  expect(remotes.matchOf('/dashboard')?.remote.version).toBe('1')
  await remotes.preload('/listen')
  expect(remotes.follow(registryOf(newer))).toEqual([
    { name: 'dashboard', begun: '1', offered: '2' },
    { name: 'reader', begun: '2', offered: '2' },
  ])
})

test('a remote that failed to load is updated', async () => {
  const { store: remotes, parts } = store()
  parts['reader/routes'] = new Error('offline')
  await remotes.preload('/listen')
  expect(remotes.follow(registryOf(released))).toEqual([])
  expect(remotes.matchOf('/listen')?.remote.version).toBe('2')
})

test('returns the preview versions of this browser', () => {
  const { store: remotes } = store()
  expect(remotes.previews()).toEqual([])
  remotes.follow(
    registryOf(released.map((remote) => (remote.name === 'reader' ? { ...remote, preview: true } : remote))),
  )
  expect(remotes.previews()).toMatchObject([{ name: 'reader', version: '2' }])
})
