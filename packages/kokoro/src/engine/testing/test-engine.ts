import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { NaturalEngine, type NaturalEngineOptions } from '../client/natural-engine.ts'
import { voiceFolders } from '../../model/folders.ts'
import { KOKORO } from '../../model/spec.ts'
import { runtimeFolder } from './test-runtime.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { writeTinyModel } from './tiny-model.ts'
import { KOKORO_VOICES } from '../../voices/kokoro-voices.ts'
import type { KokoroVoice } from '../../kokoro-voice.ts'

/** A VOICES_DIR with the tiny model, and its engines. Skips the test without a runtime. */
export async function tinyVoices() {
  const runtime = runtimeFolder()
  const voicesDir = await testFolder()
  const engines: NaturalEngine[] = []
  const pids = new Set<number>()
  await symlink(runtime, voiceFolders(voicesDir, KOKORO).runtime)
  const modelFolder = join(voicesDir, 'model')
  await writeTinyModel(modelFolder)
  onTestFinished(async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    for (const pid of pids) await ended(pid)
  })
  return {
    voicesDir,
    modelFolder,
    /** As in a worker; its process exits immediately after the last one has disconnected. */
    engine(options: Partial<NaturalEngineOptions> = {}): NaturalEngine {
      const engine = new NaturalEngine({
        voicesDir,
        modelFolder,
        temporary: voicesDir,
        entry: new URL('engine-process.ts', import.meta.url),
        threads: 1,
        lingerMs: 300,
        ...options,
      })
      engine.on('process', (pid) => pids.add(pid))
      engines.push(engine)
      return engine
    },
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Resolves when the process has exited. */
export async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** All natural voices, in a style of the tiny model. */
export const TINY_VOICES: readonly KokoroVoice[] = KOKORO_VOICES.map((entry) => ({
  ...entry,
  settings: { ...entry.settings, styles: [{ name: 'tiny_low', share: 1 }] },
}))
