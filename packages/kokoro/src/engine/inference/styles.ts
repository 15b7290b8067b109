import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KokoroSettings } from '../../kokoro-voice.ts'
import type { Shape } from '../protocol.ts'

const WIDTH = 256
/** The decoder reads the values before it (the timbre), the predictor the others (the prosody). */
const PROSODY = 128
/** Rows for fewer tokens than this make short lines sound hurried and thin. */
const LEAST_ROW = 50
const NAME = /^[a-z0-9_-]{1,64}$/

/** The styles of a model's folder: files `styles/<name>.bin`, a row of float32 for each number of tokens. */
export class Styles {
  readonly #folder: string
  readonly #files = new Map<string, Promise<Float32Array>>()

  constructor(modelFolder: string) {
    this.#folder = join(modelFolder, 'styles')
  }

  /**
   * The style for so many tokens: the mean of the styles, weighted by their shares, mixed with the style `other`.
   * Throws for an unknown name in `styles`.
   */
  async blend(
    styles: KokoroSettings['styles'],
    tokens: number,
    other?: Shape['blend'],
  ): Promise<Float32Array> {
    const style = await this.#mean(styles, tokens)
    if (!other) return style
    const { name, timbre, prosody } = other
    const mixed = await this.#mean([{ name, share: 1 }], tokens).catch(() => style)
    return style.map((value, index) => {
      const share = index < PROSODY ? timbre : prosody
      return value + share * (mixed[index]! - value)
    })
  }

  async #mean(styles: KokoroSettings['styles'], tokens: number): Promise<Float32Array> {
    const whole = styles.reduce((sum, { share }) => sum + share, 0)
    const blended = new Float32Array(WIDTH)
    for (const { name, share } of styles) {
      const rows = await this.#rowsOf(name)
      const row = Math.min(Math.max(LEAST_ROW, tokens), rows.length / WIDTH - 1)
      for (let index = 0; index < WIDTH; index++)
        blended[index]! += (rows[row * WIDTH + index]! * share) / whole
    }
    return blended
  }

  #rowsOf(name: string): Promise<Float32Array> {
    let rows = this.#files.get(name)
    if (!rows) {
      rows = this.#read(name)
      rows.catch(() => this.#files.delete(name))
      this.#files.set(name, rows)
    }
    return rows
  }

  async #read(name: string): Promise<Float32Array> {
    if (!NAME.test(name)) throw new Error('That is no name of a style.')
    const file = await readFile(join(this.#folder, `${name}.bin`))
    if (file.length === 0 || file.length % (WIDTH * 4) !== 0) throw new Error(`The style ${name} is damaged.`)
    return new Float32Array(new Uint8Array(file).buffer)
  }
}
