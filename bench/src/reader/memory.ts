import { createAudioFocus } from '@andscene/reader/player/output/audio-focus'
import { createPlayer } from '@andscene/reader/player/engine/player'
import type { AudioOutput, ClipSource, Clock, Sound } from '@andscene/reader/player/ports'
import { createReading } from '@andscene/reader/player/engine/reading'
import { createRequestQueue } from '@andscene/reader/player/clips/request-queue'
import { createSounds } from '@andscene/reader/player/clips/sounds'
import { createFakeClock } from '@andscene/reader/player/testing/fake-clock'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { report } from '../report.ts'
import { usualLines } from './scripts.ts'

const LINES = 3_000
/** As the player has them (product §9); its own constant stands with the browser's API client. */
const CONCURRENT_REQUESTS = 5
const MINUTES = 60
const EVERY_MINUTES = 5
const SAMPLES_PER_SECOND = 48_000
const MS_PER_CHARACTER = 60
const BYTES_PER_MS = 6
/** Growth from the first five minutes to the last that still counts as flat. */
const FLAT = 1.1

/** What the player holds in memory over an hour: everything real but the clock, the network and the device. */
export async function memory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const clock = createFakeClock()
  const output = outputOf(clock)
  const { lines } = parseFdx(usualLines(LINES), 'usual.fdx')
  const sounds = createSounds({
    clips: clipsOf(clock),
    output,
    clock,
    queue: createRequestQueue(CONCURRENT_REQUESTS),
  })
  let played = 0
  const player = createPlayer({
    clock,
    output,
    sounds,
    progress: { save: () => (played += 1) },
    focus: createAudioFocus(),
    reading: createReading({
      scriptId: 'script',
      lines: lines.map((line, index) => ({ ...line, _id: `line-${index}` })),
      casting: {
        narrationVoiceId: 'voice',
        sceneHeadingVoiceId: 'voice',
        characterAssignments: Object.fromEntries(lines.map(({ character = '' }) => [character, 'voice'])),
      },
      isVoice: () => true,
      skippedLineTypes: [],
      stored: () => undefined,
    }),
  })
  player.play()
  const held: number[] = []
  for (let minute = EVERY_MINUTES; minute <= MINUTES; minute += EVERY_MINUTES) {
    await clock.advance(EVERY_MINUTES * 60_000)
    // Memory of sounds is given back a moment after they are collected.
    for (let turn = 0; turn < 3; turn += 1) {
      collect()
      await setImmediate()
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    held.push((heapUsed + arrayBuffers) / 1_024 ** 2)
    if (player.getSnapshot().state !== 'playing') throw new Error('It does not play any more')
  }
  player.dispose()
  process.stdout.write(`${played} lines played in ${MINUTES} simulated minutes\n`)
  const limit = Math.ceil(held[0]! * FLAT)
  report('heap and sound held at the end of the hour', held.at(-1)!, 'MB', { limit, runs: held })
}

/** Decoded sounds take the memory that they take in a browser. */
function outputOf(clock: Clock): AudioOutput {
  const prepared = new WeakSet<Sound>()
  return {
    unlock: async () => undefined,
    async decode(bytes) {
      const durationMs = bytes.byteLength / BYTES_PER_MS
      const sound = { durationMs, samples: new Float32Array((durationMs * SAMPLES_PER_SECOND) / 1_000) }
      return sound
    },
    decodeBegun: () => Promise.reject(new Error('Every clip comes whole')),
    prepare: async (sound) => void prepared.add(sound),
    start(sound, { at, offsetMs, rate }) {
      if (!prepared.has(sound)) throw new Error('The sound is not prepared')
      const startsAt = Math.max(at, clock.now())
      return { startsAt, endsAt: startsAt + (sound.durationMs - offsetMs) / rate, stop: () => undefined }
    },
    now: () => clock.now(),
    audibleNow: () => clock.now(),
    onInterrupted: () => () => undefined,
  }
}

function clipsOf(clock: Clock): ClipSource {
  return {
    async fetch({ text }) {
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, 30)
      })
      return new ArrayBuffer(text.length * MS_PER_CHARACTER * BYTES_PER_MS)
    },
    discard: () => undefined,
  }
}
