declare module '@echogarden/espeak-ng-emscripten' {
  /** Positions: in the text, from 1; in the audio, ms. `id`: of a phoneme its name, '' for a pause. */
  type EspeakEvent = {
    type: string
    text_position: number
    audio_position: number
    id?: string | number
  }
  type EspeakWorker = {
    /** Language or language+variant; 0 when there is one. */
    set_voice(voice: string): number
    /** Words per minute. */
    set_rate(rate: number): void
    /** 0 to 99. */
    set_pitch(pitch: number): void
    /** 0 to 99. */
    set_range(range: number): void
    get_samplerate(): number
    /** Calls back with blocks of 16-bit samples until the callback returns true. */
    synthesize(
      ssml: string,
      onAudio: (samples: Int16Array | null, events: readonly EspeakEvent[]) => boolean,
    ): void
    /** Where in memory the sounds of the first clause are, in UTF-8 that ends with a zero: `_` between sounds. */
    convert_to_phonemes(text: string, ipa: boolean): { ptr: number }
  }
  export default function load(): Promise<{
    eSpeakNGWorker: new () => EspeakWorker
    readonly HEAPU8: Uint8Array
  }>
  export type { EspeakEvent, EspeakWorker }
}
