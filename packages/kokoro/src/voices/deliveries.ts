import type { Delivery, DeliveryName } from '@andscene/contracts/voices/delivery'
import type { KokoroSettings } from '../kokoro-voice.ts'
import type { SpokenRequest } from '../engine/client/requests.ts'
import type { Shape } from '../engine/protocol.ts'

/** Factors of the voice's own pitch and pace, 1 when left out, and what else shapes the speech. */
type Change = Shape & { pitch?: number; speed?: number }

/** A breathy voice: most of what makes a whisper, apart from the missing pitch. */
const BREATHY = { name: 'af_nicole', timbre: 0.35, prosody: 0.6 }

/** Measured by `npm run bench -- delivery`. The level of a delivery is set afterwards, like any level. */
const CHANGES: Readonly<Record<DeliveryName, Change>> = {
  whispering: { voiceless: true, blend: BREATHY },
  quiet: { pitch: 0.95, range: 0.7 },
  shouting: { pitch: 1.25, range: 1.3, speed: 1.03 },
  calling: { pitch: 1.2, range: 1.1, speed: 0.9 },
  sad: { pitch: 0.92, range: 0.6, speed: 0.85 },
  angry: { pitch: 1.1, range: 1.5, speed: 1.08 },
  excited: { pitch: 1.15, range: 1.3, speed: 1.1 },
  slow: { speed: 0.8 },
  fast: { speed: 1.25 },
}

/** Limits of a request to the engine. */
const LEAST = 0.5
const MOST = 2

type Settings = Pick<SpokenRequest, 'styles' | 'pitch' | 'speed' | 'shape'>

/** The settings of a voice for a delivery; `words`: its words in the form of the text that the engine receives. */
export function settingsFor(
  voice: KokoroSettings,
  delivery: Delivery = {},
  words: Pick<Shape, 'emphasis' | 'melody'> = {},
): Settings {
  const { name, pace = 1, pitch: semitones = 0 } = delivery
  const { pitch = 1, speed = 1, ...rest } = name ? CHANGES[name] : {}
  const shape = { ...rest, ...words }
  return {
    styles: [...voice.styles],
    pitch: limited(voice.pitch * pitch * 2 ** (semitones / 12)),
    speed: limited(voice.speed * speed * pace),
    ...(Object.keys(shape).length > 0 && { shape }),
  }
}

const limited = (factor: number) => Math.min(MOST, Math.max(LEAST, factor))
