import { readConfig } from '@andscene/service-kit/config'
import { NAMES } from '@andscene/kokoro/engine/graph-names'
import { phonemeSource } from '@andscene/kokoro/engine/process/phoneme-source'
import { loadRuntime } from '@andscene/kokoro/engine/inference/crew'
import { Styles } from '@andscene/kokoro/engine/inference/styles'
import { VoiceFilesConfig, voiceFilesSettings } from '@andscene/kokoro/model/config'
import { fetchModel } from '@andscene/kokoro/model/fetch-model'
import { voiceFolders } from '@andscene/kokoro/model/folders'
import { KOKORO } from '@andscene/kokoro/model/spec'
import { Phonemiser } from '@andscene/kokoro/phonemes/phonemiser'
import path from 'node:path'

/** All styles of the model have the same speed. */
const STYLE = { name: 'af_heart', share: 1 }

/**
 * The baseline for natural voices: the published model (8 bits) in `onnxruntime-node` with default settings. The file
 * is downloaded once, into a folder next to VOICES_DIR.
 */
export async function openBareEngine(threads: number) {
  const { dir } = voiceFilesSettings(readConfig(VoiceFilesConfig, process.env))
  const folders = voiceFolders(dir, KOKORO)
  const { file } = await fetchModel({
    spec: KOKORO.model,
    // Not in the product's download folder, which the product clears.
    folders: { ...folders, downloads: path.join(dir, '..', 'bench') },
    onBytes: () => {},
    onTried: (source, why) => process.stderr.write(`${source}: ${String(why)}\n`),
    signal: new AbortController().signal,
  })
  const { InferenceSession, Tensor } = loadRuntime(folders.dir)
  const session = await InferenceSession.create(file, { intraOpNumThreads: threads, interOpNumThreads: 1 })
  const phonemes = phonemeSource(new Phonemiser())
  const styles = new Styles(folders.voices)
  return {
    /** Speaks a line; returns the time taken, ms. */
    async speak(text: string): Promise<number> {
      let tookMs = 0
      for (const piece of (await phonemes.said(text, 'en-US')).pieces) {
        const tokens = phonemes.tokensOf(piece)
        const style = await styles.blend([STYLE], tokens.length)
        const begin = performance.now()
        await session.run({
          [NAMES.tokens]: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
          [NAMES.style]: new Tensor('float32', style, [1, style.length]),
          [NAMES.speed]: new Tensor('float32', Float32Array.of(1), [1]),
        })
        tookMs += performance.now() - begin
      }
      return tookMs
    },
    close: () => session.release(),
  }
}
