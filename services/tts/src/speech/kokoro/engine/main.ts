import { Phonemiser } from '../phonemes/phonemiser.ts'
import { tokensOf } from '../phonemes/tokens.ts'
import { runEngine, type EngineSettings } from './run-engine.ts'

// The engine's process; a worker starts it with its settings.

runEngine(JSON.parse(process.argv[2]!) as EngineSettings, async () => {
  const phonemiser = await Phonemiser.create()
  return { pieces: (text, language) => phonemiser.pieces(text, language), tokensOf }
})
