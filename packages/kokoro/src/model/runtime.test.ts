import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { bytesOf, isFolder } from './folders.ts'
import { installRuntime, unsupported } from './runtime.ts'
import { installStyles } from './npm-package.ts'
import { startNpmRegistry } from './testing/package-registry.ts'
import { testFolder } from '../testing/test-folder.ts'

// Real processes of npm and pip, which take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const LOADS = `module.exports = { InferenceSession: { create() {} }, ...require('engine-common') }`
const OURS = `bin/napi-v6/${process.platform}/${process.arch}/engine.node`

async function prepared() {
  const folder = await testFolder()
  const registry = await startNpmRegistry(path.join(folder, 'registry'))
  const env = { ...process.env, npm_config_registry: registry.url }
  const at = (name: string) => path.join(folder, name)
  const npm = { folder: at('downloads'), signal: new AbortController().signal, env }
  const engine = (dist: string) =>
    registry.add('engine', '1.0.0', {
      'dist/index.js': dist,
      'dist/index.js.map': '{}',
      [OURS]: 'binary',
      'bin/napi-v6/win32/arm64/engine.node': 'binary',
      'lib/index.ts': 'source',
      'script/install.js': 'script',
    })
  const common = () => registry.add('engine-common', '1.0.0', { 'dist/index.js': 'module.exports = {}' })
  const install = (packages: Awaited<ReturnType<typeof common>>[]) =>
    installRuntime({
      spec: { version: '1.0.0', packages },
      staging: at('staging'),
      target: at('runtime'),
      ...npm,
    })
  return { registry, engine, common, install, npm, at }
}

test('installs the files that this system needs, and keeps no download', async () => {
  const { engine, common, install, at } = await prepared()
  await install([await engine(LOADS), await common()])
  const files = await readdir(at('runtime/node_modules/engine'), { recursive: true, withFileTypes: true })
  const names = files
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(at('runtime/node_modules/engine'), path.join(entry.parentPath, entry.name)))
  expect(names.sort()).toEqual([OURS, 'dist/index.js', 'package.json'])
  expect(await readdir(at('downloads'))).toEqual([])
  expect(await isFolder(at('staging'))).toBe(false)
})

test('rejects a package with a wrong hash, and installs nothing', async () => {
  const { engine, common, install, at } = await prepared()
  const pinned = { ...(await engine(LOADS)), integrity: 'sha512-other' }
  await expect(install([pinned, await common()])).rejects.toThrow(
    'engine 1.0.0 of the npm registry has a wrong hash',
  )
  expect(await isFolder(at('runtime'))).toBe(false)
})

test('does not install an engine that does not load, and the message says why', async () => {
  const { engine, common, install, at } = await prepared()
  const packages = [
    await engine(`throw new Error('/lib/libm.so.6: version GLIBC_2.99 not found')`),
    await common(),
  ]
  await expect(install(packages)).rejects.toMatchObject({
    isFinal: true,
    message: expect.stringContaining('(libm.so.6: version GLIBC_2.99 not found)') as string,
  })
  expect(await isFolder(at('runtime'))).toBe(false)
})

test('retries later when the process that loads the engine is killed', async () => {
  const { engine, common, install } = await prepared()
  await expect(
    install([await engine(`process.kill(process.pid, 'SIGKILL')`), await common()]),
  ).rejects.toMatchObject({
    isFinal: false,
  })
})

test('does not download a package again; a missing package is named', async () => {
  const { registry, engine, common, install } = await prepared()
  const [first, second] = [await engine(LOADS), await common()]
  const missing = { ...second, name: 'engine-none' }
  await expect(install([first, missing])).rejects.toThrow('npm could not fetch engine-none')
  await install([first, second])
  expect(registry.asked.filter((name) => name.endsWith('engine-1.0.0.tgz'))).toHaveLength(1)
})

test('reports systems without a runtime in a sentence', () => {
  const system = { platform: 'linux', arch: 'x64', isGnu: true }
  expect(unsupported(system)).toBeUndefined()
  expect(unsupported({ platform: 'darwin', arch: 'arm64', isGnu: false })).toBeUndefined()
  expect(unsupported({ ...system, isGnu: false })).toContain('(linux x64 without the GNU C library)')
  expect(unsupported({ ...system, platform: 'darwin' })).toContain('(darwin x64)')
})

test('takes only the named files of the package of styles, each of its size', async () => {
  const { registry, npm, at } = await prepared()
  const style = Buffer.alloc(64)
  const pinned = await registry.add('styles', '1.0.0', {
    'voices/a.bin': style,
    'voices/b.bin': style,
    'voices/short.bin': style.subarray(1),
    'dist/index.js': 'code',
  })
  const spec = { package: pinned, names: ['a', 'b'], bytes: style.length }
  await installStyles(spec, at('styles'), npm)
  expect((await readdir(at('styles'))).sort()).toEqual(['a.bin', 'b.bin'])
  expect(await bytesOf(at('styles/a.bin'))).toBe(style.length)
  const wrong = { ...spec, names: ['short'] }
  await expect(installStyles(wrong, at('others'), npm)).rejects.toThrow(
    'the style file of short is incomplete',
  )
})
