import { SHARED_ENGINE_MS } from '@andscene/contracts/deadlines'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { Voice } from '@andscene/contracts/voices/voice'
import { fromDecibels } from '../audio/sound.ts'
import { DELIVERIES } from '@andscene/contracts/voices/delivery'
import { directionOf } from '../delivery.ts'
import { cleanSounds } from '../local/speech-text.ts'
import {
  SpeechError,
  type Clip,
  type Readiness,
  type SpeechProvider,
  type SynthesisRequest,
} from '../provider.ts'
import { isLong, isSpeakable } from '../text-chunks.ts'
import { deliveredWords, wordsOfText } from '../words-of-text.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { AT_ONCE, Urgency } from '../urgency.ts'
import { ENGINE_VERSION, MS_PER_CHARACTER } from '@andscene/kokoro/engine/protocol'
import type { NaturalEngine } from '@andscene/kokoro/engine/client/natural-engine'
import { SpeakingFailed } from '@andscene/kokoro/engine/client/engine-failure'
import { HeadMaker } from './head-maker.ts'
import type { KokoroVoice } from '@andscene/kokoro/kokoro-voice'
import { settingsFor } from '@andscene/kokoro/voices/deliveries'

export type KokoroParts = {
  threads: Pick<SpeechThreads, 'run'>
  engine: Pick<NaturalEngine, 'speak' | 'close' | 'atOnce'>
  voices: readonly KokoroVoice[]
  state(): NaturalVoices | undefined | Promise<NaturalVoices | undefined>
}

/** Shortest clip from which a voice's loudness is measured (ms): a single whisper or shout would distort it. */
const MEASURABLE_MS = 2_000
const COMING = 'The natural voices are still loading.'
const AWAY = 'Natural voices are unavailable right now.'

/** The engine stays loaded for longer than this after a text (ms). */
const USED_MS = 60_000
/** Every requested text takes precedence. Uses a place of awaited texts. */
const LOADING = { priority: Number.MAX_SAFE_INTEGER, isAwaited: true }
/**
 * The engine speaks one text at a time. Another one is queued, and a third place is for short texts behind two long
 * ones.
 */
const AWAITED_AT_ONCE = 3

/** The model needs about the same gain for every voice and text: between 3.3 and 4.9 dB. */
const USUAL_GAIN = fromDecibels(4)

/** Natural voices, spoken by Kokoro on this machine. Listed but inactive until the model is installed. */
export class KokoroProvider implements SpeechProvider {
  readonly name = 'kokoro'
  /** Increase it with every audible change: model, phonemes, voice settings, leveling, encoding. */
  readonly engineVersion = ENGINE_VERSION
  readonly cpuBound = true
  readonly msPerCharacter = MS_PER_CHARACTER
  /** One more than the engine speaks in parallel, so that one is queued; awaited texts are in addition. */
  readonly slots: { limit: number; forAwaited: number }
  readonly tellsHeads = true
  readonly deliveries = DELIVERIES
  readonly partLimitMs = SHARED_ENGINE_MS
  readonly #parts: KokoroParts
  readonly #voices: Map<string, KokoroVoice>
  /** When it last finished a text or started to prepare (ms since 1970). */
  #usedAt = 0
  /** Gain of the last clip of each voice in each delivery, for heads of the next clip, whose loudness is not known yet. */
  readonly #gains = new Map<string, number>()

  constructor(parts: KokoroParts) {
    this.#parts = parts
    this.slots = { limit: parts.engine.atOnce + 1, forAwaited: AWAITED_AT_ONCE }
    this.#voices = new Map(parts.voices.map((entry) => [entry.voice.voiceId, entry]))
  }

  async voices(): Promise<Voice[]> {
    return [...this.#voices.values()].map(({ voice }) => voice)
  }

  async isActive(): Promise<boolean> {
    return (await this.#parts.state())?.state === 'ready'
  }

  /** Also ready when the state is unknown: the request then fails if the engine is not ready. */
  async readiness(): Promise<Readiness> {
    const reported = await this.#parts.state()
    if (!reported || reported.state === 'ready') return 'ready'
    if (reported.state === 'coming') return { later: COMING, isLoading: true }
    const sentence = reported.reason ?? AWAY
    return reported.state === 'off' ? { never: sentence } : { later: sentence }
  }

  async synthesise(asked: SynthesisRequest): Promise<Clip> {
    const { voiceId, text, delivery, sounds, urgency = new Urgency(AT_ONCE) } = asked
    const { signal, hearing, onHead, onPart } = asked
    const entry = this.#voices.get(voiceId)
    if (!entry) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    const { text: clean, sounds: placed } = cleanSounds(text, sounds)
    if (!isSpeakable(clean)) throw new SpeechError('bad-input', 'There is nothing to say in this text.')
    const request = {
      text: clean,
      language: entry.language,
      ...(placed.length > 0 && { sounds: placed }),
      ...settingsFor(entry.settings, delivery, deliveredWords(text, clean, delivery)),
    }
    const direction = directionOf(delivery)
    // Encoding uses the urgency of the text at that time.
    const turn = {
      get priority() {
        return urgency.priority
      },
      long: isLong(text),
      signal,
    }
    const manner = `${voiceId} ${delivery?.name ?? ''}`
    const gain = this.#gains.get(manner) ?? USUAL_GAIN * fromDecibels(direction.level)
    const heads = onHead && new HeadMaker(this.#parts.threads, turn, onHead, gain, direction)
    try {
      const { parts, sampleRate, tookMs } = await this.#parts.engine.speak(request, {
        signal,
        urgency,
        hearing,
        onPart(part) {
          onPart?.()
          heads?.addPart(part)
        },
        onHead: heads && ((head) => heads.add(head)),
      })
      heads?.stop()
      const pieces = parts.map(({ samples }) => samples)
      // Cut like its heads, so that a listener who switches from a head continues at the same position.
      const given = heads?.cut === undefined ? {} : { given: { cut: heads.cut } }
      const words = parts.map((part) => part.words)
      const task = { engine: 'sound', pieces, words, sampleRate, direction, ...given } as const
      const clip = await this.#parts.threads.run(task, turn)
      this.#usedAt = Date.now()
      const spokenMs = clip.durationMs - direction.beforeMs - direction.afterMs
      if (spokenMs >= MEASURABLE_MS) this.#gains.set(manner, clip.finishing.gain)
      return { ...clip, words: wordsOfText(text, clean, clip.words), tookMs }
    } catch (error) {
      if (error instanceof SpeakingFailed) throw new SpeechError(error.kind, error.message, error)
      throw error
    } finally {
      heads?.stop()
    }
  }

  /** Speaks one word at the lowest priority, which loads the engine and restarts its idle timeout. */
  async prepare(): Promise<void> {
    if ((await this.readiness()) !== 'ready' || Date.now() - this.#usedAt < USED_MS) return
    this.#usedAt = Date.now()
    const { voiceId } = this.#parts.voices[0]!.voice
    const urgency = new Urgency(LOADING)
    await this.synthesise({ voiceId, text: 'Hello.', urgency }).catch(() => undefined)
  }

  close(): Promise<void> {
    return this.#parts.engine.close()
  }
}
