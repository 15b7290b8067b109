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
/** After a press, sound is allowed, and a busy machine starts it late. */
const PRESSED_TIMEOUT_MS = 5_000
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
  /** `released`: the context was not asked to run. `resumed`: asked, but has not run since. */
  let phase: 'released' | 'resumed' | 'running' = 'released'

  function theContext(): AudioContext {
    if (context) return context
    const made = new AudioContext({ latencyHint: 'interactive' })
    // Chromium starts it immediately when sound is allowed.
    if (made.state === 'running') phase = 'running'
    made.addEventListener('statechange', () => {
      if (made.state === 'running') phase = 'running'
      // On a call, iOS reports 'interrupted'; other browsers suspend the context. Also between two lines. Before it has
      // run, it is the event of a former suspension.
      else if (phase === 'running') {
        phase = 'released'
        interrupted.emit()
      }
    })
    watchDevices(clock, interrupted.emit)
    master = new GainNode(made)
    master.connect(made.destination)
    context = made
    return made
  }

  async function resume(own: AudioContext) {
    phase = 'resumed'
    // When sound is blocked, it stays pending.
    await own.resume().catch(() => Promise.reject(blocked()))
  }

  /** The device may have been released while a sound was loading. */
  function wake(own: AudioContext) {
    if (phase === 'released') resume(own).catch(() => undefined)
  }

  async function release(own: AudioContext) {
    phase = 'released'
    await own.suspend()
    // In some browsers that takes a while, and to resume before has no effect.
    if (phase !== 'released') await resume(own)
  }

  function releaseWhenIdle() {
    clock.clearTimeout(idle)
    idle = clock.setTimeout(() => {
      if (context && sources.count() === 0) release(context).catch(() => undefined)
    }, IDLE_MS)
  }

  return {
    async unlock() {
      const own = theContext()
      releaseWhenIdle()
      if (own.state === 'running') return wake(own)
      const isPressed = navigator.userActivation?.isActive && own.state === 'suspended'
      await within(clock, isPressed ? PRESSED_TIMEOUT_MS : UNLOCK_TIMEOUT_MS, resume(own), blocked)
    },

    decode: (bytes, how) => decodeSound(theContext(), bytes, how),
    decodeBegun: (clip, how) => decodeBegunSound(theContext(), clip, how),

    prepare: (sound, rate) => prepareBegun(sound as WebSound, rate),

    start(sound, { at, offsetMs, rate, onResumed = () => {} }) {
      const own = theContext()
      wake(own)
      clock.clearTimeout(idle)
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
