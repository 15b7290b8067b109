/// <reference path="./espeak-ng-emscripten.d.ts" />
import type { EspeakWorker } from '@echogarden/espeak-ng-emscripten'
import { LRUCache } from 'lru-cache'

/** Longest text that the engine is given: its buffer for a clause takes 800 bytes. */
const LONGEST = 200
const REMEMBERED = 2_000
/** Beyond 1,000 sounds of a clause, its own marks included, the engine drops the rest and reports nothing. */
const MOST_SOUNDS = 800

type Module = { readonly HEAPU8: Uint8Array }

/** Ties the letters of one sound: "tʃ" is one, "t" and "ʃ" are two. Marks that modify stay as they are. */
const tied = (sound: string): string =>
  [...sound].reduce(
    (joined, letter) =>
      joined === '' || /[ˈˌ]$/.test(joined) || /[\u02B0-\u036F\s]/.test(letter)
        ? joined + letter
        : `${joined}^${letter}`,
    '',
  )

/** Cut between words, else anywhere; the first half is empty for a single character. */
function halvesOf(text: string): [string, string] {
  const middle = text.length >> 1
  const space = [text.lastIndexOf(' ', middle), text.indexOf(' ', middle)].find((at) => at > 0)
  if (space !== undefined) return [text.slice(0, space), text.slice(space + 1)]
  const characters = [...text]
  const half = characters.length >> 1
  return [characters.slice(0, half).join(''), characters.slice(half).join('')]
}

const soundsIn = (ipa: string): number => ipa.replace(/\^./gu, '').length

export class EspeakIpa {
  readonly #worker: EspeakWorker
  readonly #module: Module
  readonly #known = new LRUCache<string, string>({ max: REMEMBERED })
  #voice: string | undefined

  private constructor(worker: EspeakWorker, module: Module) {
    this.#worker = worker
    this.#module = module
  }

  /** Rejects when the package is not installed. */
  static async load(): Promise<EspeakIpa> {
    const { default: load } = await import('@echogarden/espeak-ng-emscripten')
    const module = await load()
    return new EspeakIpa(new module.eSpeakNGWorker(), module)
  }

  /** `clause` has no punctuation; `^` ties the letters of one sound, a space ends a word. */
  read(clause: string, voice: string): string {
    const key = `${voice}\n${clause}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const ipa = (clause.match(new RegExp(`.{1,${LONGEST}}(?=\\s|$)|.{1,${LONGEST}}`, 'gu')) ?? [])
      .map((part) => this.#whole(part, voice))
      .join(' ')
    this.#known.set(key, ipa)
    return ipa
  }

  /** Reads the halves of a text with too many sounds: five digits may be fifty. */
  #whole(text: string, voice: string): string {
    const ipa = this.#convert(text, voice)
    const [first, last] = halvesOf(text)
    if (first === '' || soundsIn(ipa) <= MOST_SOUNDS) return ipa
    return `${this.#whole(first, voice)} ${this.#whole(last, voice)}`
  }

  #convert(text: string, voice: string): string {
    if (voice !== this.#voice) {
      this.#voice = undefined
      if (this.#worker.set_voice(voice) !== 0) throw new Error(`eSpeak NG has no voice ${voice}.`)
      this.#voice = voice
    }
    const { ptr } = this.#worker.convert_to_phonemes(text, true)
    // Read each time: the memory moves when it grows.
    const memory = this.#module.HEAPU8
    const said = Buffer.from(memory.subarray(ptr, memory.indexOf(0, ptr))).toString('utf8')
    return (
      said
        // "(en)" where it takes a word for one of another language.
        .replace(/\([a-z-]+\)/g, '')
        .split(/\s+/)
        .map((word) => word.split('_').map(tied).join(''))
        .join(' ')
        .trim()
    )
  }
}
