declare module '@echogarden/espeak-ng-emscripten' {
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
    synthesize(ssml: string, onAudio: (samples: Int16Array | null) => boolean): void
  }
  export default function load(): Promise<{ eSpeakNGWorker: new () => EspeakWorker }>
  export type { EspeakWorker }
}
