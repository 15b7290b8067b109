import { NaturalEngine } from './engine/natural-engine.ts'
import { voiceFilesSettings, type VoiceFilesConfig } from './model/config.ts'
import { voiceFolders } from './model/folders.ts'
import { KOKORO } from './model/spec.ts'

/**
 * The engine of the files in VOICES_DIR; undefined with KOKORO=off. It speaks for all workers of the machine, so it uses
 * all processors that it may, not a worker's share. Starts nothing before it is asked to speak.
 */
export function createEngine(config: VoiceFilesConfig): NaturalEngine | undefined {
  const { dir, isOff } = voiceFilesSettings(config)
  if (isOff) return undefined
  const { dir: voicesDir, voices: modelFolder } = voiceFolders(dir, KOKORO)
  return new NaturalEngine({ voicesDir, modelFolder })
}
