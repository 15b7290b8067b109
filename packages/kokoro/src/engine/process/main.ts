import { Phonemiser } from '../../phonemes/phonemiser.ts'
import { phonemeSource } from './phoneme-source.ts'
import { runEngine, type EngineSettings } from './run-engine.ts'

runEngine(JSON.parse(process.argv[2]!) as EngineSettings, async () => phonemeSource(new Phonemiser()))
