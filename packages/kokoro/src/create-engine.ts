import { availableParallelism } from 'node:os'
import { NaturalEngine } from './engine/client/natural-engine.ts'
import { voiceFilesSettings, type VoiceFilesConfig } from './model/config.ts'
import { voiceFolders } from './model/folders.ts'
import { KOKORO } from './model/spec.ts'

export type EngineThreads = {
  SPEECH_THREADS?: number | undefined
  SPEECH_ENGINE_THREADS?: number | undefined
}

/** Shared by all workers of the machine; undefined with KOKORO=off. Starts nothing before the first text. */
export function createEngine(config: VoiceFilesConfig & EngineThreads): NaturalEngine | undefined {
  const { dir, isOff } = voiceFilesSettings(config)
  if (isOff) return undefined
  const { dir: voicesDir, voices: modelFolder } = voiceFolders(dir, KOKORO)
  return new NaturalEngine({
    voicesDir,
    modelFolder,
    threads: engineThreads(config),
    ownThreads: config.SPEECH_THREADS,
  })
}

/** At most one thread per processor: more would be slower. */
export const engineThreads = (
  { SPEECH_THREADS: own, SPEECH_ENGINE_THREADS: together }: EngineThreads,
  processors = availableParallelism(),
): number => Math.min(together ?? own ?? processors, processors)
