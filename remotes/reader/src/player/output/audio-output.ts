import { SoundBlockedError } from '../errors.ts'
import type { AudioOutput, Clock } from '../ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import { decodeBegunSound, playBegun, prepareBegun, type SoundStart } from './begun-sound.ts'
import { watchDevices } from './devices.ts'
import { createSources } from './sources.ts'
import { within } from './waiting.ts'
import { bufferAt, decodeSound, type WebSound } from './web-sound.ts'

/** If sound is allowed, the context starts well within this time. */
const UNLOCK_TIMEOUT_MS = 1_500
/** The device is released after this long without a sound. */
const IDLE_MS = 60_000

const blocked = () => new SoundBlockedError()

/** Seconds from the audio graph to the speaker. */
const latency = (of: AudioContext) => ('outputLatency' in of ? of.outputLatency : 0) || 0

/** Plays sounds at exact samples through one AudioContext; other speeds are stretched in advance. */
export function createWebAudioOutput(clock: Clock): AudioOutput {
  let context: AudioContext | undefined
  /** All sounds play through it. */
  let master: GainNode | undefined
  let idle: number | undefined
  const sources = createSources(releaseWhenIdle)
  const interrupted = new Emitter()
  let expectedState: 'running' | 'suspended' = 'suspended'
  /** Whether the context has run since `expectedState` became 'running'. */
  let hasRun = false

  function theContext(): AudioContext {
    if (context) return context
    const made = new AudioContext({ latencyHint: 'interactive' })
    made.addEventListener('statechange', () => {
      // On a call, iOS reports 'interrupted'; other browsers suspend the context. Also between two lines. The event of
      // an earlier suspension may arrive while the context resumes.
      if (made.state !== 'running' && hasRun) interrupted.emit()
      hasRun = made.state === 'running'
    })
    watchDevices(interrupted.emit)
    master = new GainNode(made)
    master.connect(made.destination)
    context = made
    return made
  }

  function releaseWhenIdle() {
    clock.clearTimeout(idle)
    idle = clock.setTimeout(() => {
      if (sources.count() > 0) return
      expectedState = 'suspended'
      hasRun = false
      void context?.suspend()
    }, IDLE_MS)
  }

  return {
    async unlock() {
      const own = theContext()
      expectedState = 'running'
      releaseWhenIdle()
      hasRun = own.state === 'running'
      if (hasRun) return
      // When sound is blocked, resume() stays pending.
      const resumed = own.resume().catch(() => Promise.reject(blocked()))
      await within(clock, UNLOCK_TIMEOUT_MS, resumed, blocked)
    },

    decode: (bytes) => decodeSound(theContext(), bytes),
    decodeBegun: (clip) => decodeBegunSound(theContext(), clip),

    prepare: (sound, rate) => prepareBegun(sound as WebSound, rate),

    start(sound, { at, offsetMs, rate, onResumed = () => {} }) {
      // The device was released while this sound was loading.
      if (expectedState === 'suspended') {
        expectedState = 'running'
        void theContext()
          .resume()
          .catch(() => undefined)
      }
      clock.clearTimeout(idle)
      const own = theContext()
      const play = (part: WebSound, { rate: speed, offsetMs: offset, ...from }: SoundStart) =>
        sources.start(own, master!, bufferAt(part, speed), { ...from, offsetMs: offset / speed })
      const now = () => own.currentTime * 1_000
      return playBegun(sound as WebSound, { atMs: at, offsetMs, rate }, { play, now, onResumed })
    },

    setVolume(to, ms) {
      if (!context || !master) return
      const { gain } = master
      const at = context.currentTime
      gain.cancelScheduledValues(at)
      gain.setValueAtTime(gain.value, at)
      gain.linearRampToValueAtTime(to, at + ms / 1_000)
    },
    now: () => theContext().currentTime * 1_000,
    audibleNow() {
      const own = theContext()
      return (own.currentTime - latency(own)) * 1_000
    },
    onInterrupted: interrupted.subscribe,
  }
}
