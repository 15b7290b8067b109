import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { EventEmitter } from 'node:events'
import type { NaturalEngine } from './engine/client/natural-engine.ts'
import type { VoiceFiles } from './model/voice-files.ts'

/** The natural voices of one worker: their files and the engine. Emits `change` when the state may have changed. */
export class OwnNaturalVoices extends EventEmitter<{ change: [] }> {
  readonly #files: VoiceFiles
  readonly #engine: NaturalEngine | undefined

  constructor(files: VoiceFiles, engine: NaturalEngine | undefined) {
    super()
    this.#files = files
    this.#engine = engine
    files.on('change', ({ state }) => {
      if (state === 'ready') engine?.renew()
      this.emit('change')
    })
    engine?.on('state', () => this.emit('change'))
    // The files may have been deleted: they are downloaded again instead of resting forever.
    engine?.on('died', () => void files.check())
  }

  /** Resolves once it is known whether the files are there. */
  async state(): Promise<NaturalVoices> {
    await this.#files.whenKnown
    const files = this.#files.state()
    return files.state === 'ready' && this.#engine ? this.#engine.state : files
  }
}
