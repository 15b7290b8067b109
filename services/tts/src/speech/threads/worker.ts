import { finish, type Finishing } from '../audio/finish.ts'
import { mixed } from '../audio/mix.ts'
import { Mp3Encoder } from '../audio/mp3-encoder.ts'
import { SoundDecoder } from '../audio/sound-decoder.ts'
import type { Sound } from '../audio/sound.ts'
import { Espeak } from '../local/espeak/espeak.ts'
import { Flite } from '../local/flite/flite.ts'
import { inSequence, joinPieces, speakInPieces } from './speak.ts'
import { stepBack } from '@andscene/kokoro/engine/lanes/step-back'
import type { SpeechTask, TaskEnvelope, TaskOutcome } from './task.ts'

// Compiled and loaded once per thread, on demand.
let flite: Flite | undefined
let espeak: Promise<Espeak> | undefined
let encoder: Promise<Mp3Encoder> | undefined
let decoder: Promise<SoundDecoder> | undefined

class Damaged extends Error {}

async function soundOf(
  task: SpeechTask,
  isCancelled: () => boolean,
): Promise<(Sound & { level?: number }) | undefined> {
  switch (task.engine) {
    case 'flite': {
      const engine = (flite ??= new Flite())
      return speakInPieces(task.text, (piece) => engine.speak(piece, task.settings), isCancelled)
    }
    case 'espeak': {
      try {
        const engine = await (espeak ??= Espeak.load())
        return speakInPieces(task.text, (piece) => engine.speak(piece, task.settings), isCancelled)
      } catch (error) {
        // After a failure the state of the engine is unknown, so the next text gets a new one.
        espeak = undefined
        throw error
      }
    }
    case 'files': {
      const sounds = await decoded(task.files)
      return joinPieces(sounds.map((sound, n) => ({ ...sound, words: task.words?.[n] })))
    }
    case 'together': {
      const [first, ...others] = await decoded(task.files)
      return first && mixed([{ ...first, words: task.words }, ...others])
    }
    case 'sequence': {
      const sounds = await decoded(task.files)
      return inSequence(sounds.map((sound, n) => ({ ...sound, words: task.words[n] })))
    }
    case 'sound':
      return joinPieces(
        task.pieces.map((samples, n) => ({ samples, sampleRate: task.sampleRate, words: task.words?.[n] })),
        task.given?.cut,
      )
  }
}

async function decoded(files: readonly Uint8Array[]): Promise<Sound[]> {
  const reader = await (decoder ??= SoundDecoder.create())
  const sounds: Sound[] = []
  for (const file of files) {
    const sound = await reader.decode(file)
    if (!sound) throw new Damaged()
    sounds.push(sound)
  }
  return sounds
}

const CANCELLED: TaskOutcome = { kind: 'timeout', message: 'The request was cancelled.' }

/** The function of a thread: speaks or takes a sound, finishes and encodes it. */
export default async function run({ task, cancelled, background }: TaskEnvelope): Promise<TaskOutcome> {
  const taken = now()
  if (background) stepBack()
  const isCancelled = () => Atomics.load(cancelled, 0) !== 0
  let spoken: Awaited<ReturnType<typeof soundOf>>
  try {
    spoken = await soundOf(task, isCancelled)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return { kind: 'server', message: 'The speech server sent invalid audio.' }
  }
  if (!spoken || isCancelled()) return CANCELLED
  const spokenAt = now()
  const { level = task.direction?.level ?? 0 } = spoken
  const { cut, gain, ...sound } = finish(spoken, givenOf(task), { ...task.direction, level })
  if (sound.samples.length === 0) {
    return { kind: 'bad-input', message: 'This voice has no sound for this text.' }
  }
  if (isCancelled()) return CANCELLED
  const mp3 = (await (encoder ??= Mp3Encoder.create())).encode(sound)
  const durationMs = (sound.samples.length * 1000) / sound.sampleRate
  const times = { taken, spoken: spokenAt, encoded: now() }
  return { mp3, durationMs, words: sound.words, finishing: { cut, gain }, times }
}

const now = () => performance.timeOrigin + performance.now()

/** With several pieces, the first one was cut before they were joined. */
function givenOf(task: SpeechTask): Partial<Finishing> | undefined {
  if (task.engine !== 'sound' || !task.given) return undefined
  return task.pieces.length === 1 ? task.given : { ...task.given, cut: 0 }
}
