import { finish } from '../audio/finish.ts'
import { Mp3Encoder } from '../audio/mp3-encoder.ts'
import type { Sound } from '../audio/sound.ts'
import { Espeak } from '../local/espeak/espeak.ts'
import { Flite } from '../local/flite/flite.ts'
import { speakInPieces } from './speak.ts'
import type { SpeechTask, TaskEnvelope, TaskOutcome } from './task.ts'

// What is compiled and loaded once in the life of a thread, each when it is first needed.
let flite: Flite | undefined
let espeak: Promise<Espeak> | undefined
let encoder: Promise<Mp3Encoder> | undefined

async function soundOf(task: SpeechTask, isCancelled: () => boolean): Promise<Sound | undefined> {
  switch (task.engine) {
    case 'flite': {
      const engine = (flite ??= new Flite())
      return speakInPieces(task.text, (piece) => engine.speak(piece, task.settings), isCancelled)
    }
    case 'espeak': {
      const engine = await (espeak ??= Espeak.load())
      return speakInPieces(task.text, (piece) => engine.speak(piece, task.settings), isCancelled)
    }
  }
}

/** A thread's one function: speak or take a sound, finish it, encode it. */
export default async function run({ task, cancelled }: TaskEnvelope): Promise<TaskOutcome> {
  const isCancelled = () => Atomics.load(cancelled, 0) !== 0
  const spoken = await soundOf(task, isCancelled)
  if (!spoken || isCancelled()) return { kind: 'timeout', message: 'The request was cancelled.' }
  const sound = finish(spoken)
  if (sound.samples.length === 0) {
    return { kind: 'bad-input', message: 'This voice has no sound for this text.' }
  }
  const mp3 = (await (encoder ??= Mp3Encoder.create())).encode(sound)
  const durationMs = (sound.samples.length * 1000) / sound.sampleRate
  return { mp3, durationMs }
}
