import { phonemeSource } from '@andscene/kokoro/engine/process/phoneme-source'
import { runEngine, type EngineSettings } from '@andscene/kokoro/engine/process/run-engine'
import { Phonemiser } from '@andscene/kokoro/phonemes/phonemiser'

// The engine's process, which logs when it begins with a stretch, in ms since 1970.

runEngine(JSON.parse(process.argv[2]!) as EngineSettings, async () => {
  const source = phonemeSource(new Phonemiser())
  return {
    ...source,
    tokensOf(phonemes) {
      process.stderr.write(`begins ${performance.timeOrigin + performance.now()}\n`)
      return source.tokensOf(phonemes)
    },
  }
})
