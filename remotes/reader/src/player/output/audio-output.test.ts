import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWebAudioOutput } from './audio-output.ts'
import { SoundBlockedError } from '../errors.ts'
import { decodeBegunSound } from './begun-sound.ts'
import { bufferAt, decodeSound, prepareSound } from './web-sound.ts'
import { createFakeClock, settle } from '../testing/fake-clock.ts'

const RATE = 48_000
const SECONDS = 20

class FakeBuffer {
  readonly numberOfChannels = 1
  readonly sampleRate: number
  readonly duration: number
  private readonly samples: Float32Array
  constructor({ length, sampleRate }: { length: number; sampleRate: number }) {
    this.samples = new Float32Array(length)
    this.sampleRate = sampleRate
    this.duration = length / sampleRate
  }
  getChannelData() {
    return this.samples
  }
  copyToChannel(samples: Float32Array) {
    this.samples.set(samples)
  }
}

const ramps: [to: number, at: number][] = []
class FakeNode extends EventTarget {
  gain = {
    value: 1,
    cancelScheduledValues: () => undefined,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: (to: number, at: number) => void ramps.push([to, at]),
  }
  connect(next: unknown) {
    return next
  }
  start() {}
}

const contexts: FakeContext[] = []
class FakeContext extends EventTarget {
  state = 'running'
  currentTime = 0
  suspend = async () => void (this.state = 'suspended')
  resume = async () => void (this.state = 'running')
  constructor() {
    super()
    contexts.push(this)
  }
  async decodeAudioData() {
    const decoded = new FakeBuffer({ length: SECONDS * RATE, sampleRate: RATE })
    decoded.getChannelData().forEach((_, i, all) => (all[i] = Math.sin(i / 50)))
    return decoded
  }
}

beforeEach(() => {
  contexts.length = 0
  vi.stubGlobal('AudioBuffer', FakeBuffer)
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('GainNode', FakeNode)
  vi.stubGlobal('AudioBufferSourceNode', FakeNode)
})
afterEach(() => vi.unstubAllGlobals())

test('an outdated speed that is ready late does not replace the current one', async () => {
  const output = createWebAudioOutput(createFakeClock())
  const sound = await output.decode(new ArrayBuffer(300))
  // Slower speeds take longer to prepare.
  const slow = output.prepare(sound, 0.5)
  const order: string[] = []
  await Promise.all([
    slow.then(() => order.push('slow')),
    output.prepare(sound, 2).then(() => order.push('quick')),
  ])
  expect(order).toEqual(['quick', 'slow'])
  const { startsAt, endsAt } = output.start(sound, { at: 0, offsetMs: 0, rate: 2 })
  expect(endsAt - startsAt).toBeCloseTo((SECONDS * 1_000) / 2, -1)
})

test('product §5: a line with a pace, a pitch and a place has exactly its length, without the tail of the room', async () => {
  const output = createWebAudioOutput(createFakeClock())
  const sound = await output.decode(new ArrayBuffer(300), { pace: 1.25, pitch: 3, place: 'door' })
  expect(sound.durationMs).toBeCloseTo((SECONDS * 1_000) / 1.25)
  for (const rate of [1, 2, 1]) {
    await output.prepare(sound, rate)
    const whole = output.start(sound, { at: 0, offsetMs: 0, rate })
    expect(whole.endsAt - whole.startsAt).toBeCloseTo((SECONDS * 1_000) / 1.25 / rate, 1)
    const rest = output.start(sound, { at: 0, offsetMs: 4_000, rate })
    expect(rest.endsAt - rest.startsAt).toBeCloseTo((SECONDS * 1_000) / 1.25 / rate - 4_000 / rate, 1)
  }
  expect(() => output.start(sound, { at: 0, offsetMs: 0, rate: 2 })).toThrow('not prepared')
})

test('product §5: the head of a clip is as long as the pace of its character makes it', async () => {
  const output = createWebAudioOutput(createFakeClock())
  const bytes = new ArrayBuffer(300)
  const next = output.decode(bytes.slice(), { pace: 0.8 })
  const sound = await output.decodeBegun({ bytes, wholeMs: 40_000, next }, { pace: 0.8 })
  expect(sound.durationMs).toBeCloseTo(50_000)
})

/** A context whose clips are 200 ms of sound after 100 ms of silence. */
const shortContext = () =>
  Object.assign(new FakeContext(), {
    async decodeAudioData() {
      const decoded = new FakeBuffer({ length: 0.3 * RATE, sampleRate: RATE })
      decoded.getChannelData().forEach((_, i, all) => (all[i] = i < 0.1 * RATE ? 0 : Math.sin(i / 50)))
      return decoded
    },
  }) as unknown as BaseAudioContext

const samplesWith = async (how: LineSound) => {
  const sound = await decodeSound(shortContext(), new ArrayBuffer(300), how)
  await prepareSound(sound, 1)
  return bufferAt(sound, 1).buffer.getChannelData(0)
}

test('product §5: pitch and place change the samples of a line, each for itself', async () => {
  const [plain, higher, phone, both] = await Promise.all(
    [{}, { pitch: 3 }, { place: 'phone' }, { pitch: 3, place: 'phone' }].map((how) =>
      samplesWith(how as LineSound),
    ),
  )
  const all = [plain!, higher!, phone!, both!].map((samples) => samples.slice(0, 4_000).join())
  expect(new Set(all).size).toBe(4)
})

test('product §5: a head and its clip are cut at the same word, on the scale of the pace', async () => {
  const context = shortContext()
  const whole = await decodeSound(context, new ArrayBuffer(300), { pace: 0.8 })
  // One millisecond of silence stays.
  expect(whole.cutMs).toBeCloseTo(99 / 0.8, 0)
  const clip = { bytes: new ArrayBuffer(300), wholeMs: 4_000, next: Promise.resolve(whole) }
  const head = await decodeBegunSound(context, clip, { pace: 0.8 })
  expect([head.cutMs, head.lengthMs]).toEqual([whole.cutMs, whole.lengthMs])
  expect(head.durationMs).toBeCloseTo(4_000 / 0.8 - whole.cutMs)
})

test('a start after the end of a line does not play the tail of its place', async () => {
  const output = createWebAudioOutput(createFakeClock())
  const sound = await output.decode(new ArrayBuffer(300), { place: 'door' })
  await output.prepare(sound, 1)
  const { startsAt, endsAt } = output.start(sound, { at: 0, offsetMs: SECONDS * 1_000 + 50, rate: 1 })
  expect(endsAt).toBeCloseTo(startsAt)
})

test('wakes a device that was released while a sound was loading', async () => {
  const clock = createFakeClock()
  const output = createWebAudioOutput(clock)
  await output.unlock()
  const sound = await output.decode(new ArrayBuffer(300))
  await clock.advance(60_000)
  const [context] = contexts
  expect(context?.state).toBe('suspended')
  output.start(sound, { at: 0, offsetMs: 0, rate: 1 })
  expect(context?.state).toBe('running')
})

test('reports its clock in milliseconds', async () => {
  const output = createWebAudioOutput(createFakeClock())
  await output.unlock()
  contexts[0]!.currentTime = 1.5
  expect([output.now(), output.audibleNow()]).toEqual([1_500, 1_500])
})

async function playing() {
  const clock = createFakeClock()
  const output = createWebAudioOutput(clock)
  const interrupted = vi.fn<() => void>()
  output.onInterrupted(interrupted)
  await output.unlock()
  return { clock, output, interrupted, context: contexts[0]! }
}
const become = (context: FakeContext, state: string) => {
  context.state = state
  context.dispatchEvent(new Event('statechange'))
}

test('changes the volume of all sounds over a time; without an audio device, does nothing', async () => {
  const output = createWebAudioOutput(createFakeClock())
  output.setVolume(0, 1_000)
  expect(contexts).toEqual([])
  await output.unlock()
  contexts[0]!.currentTime = 5
  output.setVolume(0, 8_000)
  expect(ramps.at(-1)).toEqual([0, 13])
})

/** What `unlock` is rejected with in this time, if the context never starts. */
async function refusalAfter(ms: number, isPressed: boolean, state = 'suspended') {
  vi.stubGlobal('navigator', { userActivation: { isActive: isPressed } })
  const clock = createFakeClock()
  const output = createWebAudioOutput(clock)
  void output.decode(new ArrayBuffer(300))
  Object.assign(contexts.at(-1)!, { state, resume: () => new Promise(() => undefined) })
  const refused = vi.fn<(error: unknown) => void>()
  output.unlock().catch(refused)
  await clock.advance(ms)
  return refused.mock.calls.flat()
}

describe('a browser that does not start the sound', () => {
  test('product §4 blocks it: the message follows soon', async () => {
    expect(await refusalAfter(1_500, false)).toEqual([expect.any(SoundBlockedError)])
  })

  test('product §4 has a call: the message follows soon', async () => {
    expect(await refusalAfter(1_500, true, 'interrupted')).toEqual([expect.any(SoundBlockedError)])
  })

  test('product §4 after a press is busy: playback waits', async () => {
    expect(await refusalAfter(4_900, true)).toEqual([])
    expect(await refusalAfter(5_000, true)).toEqual([expect.any(SoundBlockedError)])
  })
})

describe('product §4 sound that is taken away', () => {
  test.each(['interrupted', 'suspended'])(
    'a context that becomes %s interrupts, also between two lines',
    async (state) => {
      const { interrupted, context } = await playing()
      become(context, 'running')
      expect(interrupted).not.toHaveBeenCalled()
      become(context, state)
      expect(interrupted).toHaveBeenCalledOnce()
      become(context, 'running')
      expect(interrupted, 'the end of a call').toHaveBeenCalledOnce()
    },
  )

  test('a context that runs from the start interrupts', async () => {
    const { interrupted, context } = await playing()
    become(context, 'suspended')
    expect(interrupted).toHaveBeenCalledOnce()
  })

  test('a context that has not run since the listener pressed play does not interrupt', async () => {
    const output = createWebAudioOutput(createFakeClock())
    const interrupted = vi.fn<() => void>()
    output.onInterrupted(interrupted)
    void output.decode(new ArrayBuffer(300))
    const [context] = contexts
    context!.state = 'suspended'
    await output.unlock()
    // A busy page gets the event of the start when the listener has already pressed play.
    become(context!, 'suspended')
    expect(interrupted).not.toHaveBeenCalled()
    become(context!, 'running')
    become(context!, 'suspended')
    expect(interrupted).toHaveBeenCalledOnce()
  })

  test('a device that is released because nothing plays does not interrupt', async () => {
    const { clock, interrupted, context } = await playing()
    await clock.advance(60_000)
    become(context, 'suspended')
    expect(interrupted).not.toHaveBeenCalled()
  })

  test('the event of a release that arrives while the device resumes does not interrupt', async () => {
    const { clock, output, interrupted, context } = await playing()
    await clock.advance(60_000)
    void output.unlock()
    become(context, 'suspended')
    expect(interrupted).not.toHaveBeenCalled()
    become(context, 'running')
    become(context, 'suspended')
    expect(interrupted).toHaveBeenCalledOnce()
  })

  test('a release that takes effect after the listener pressed play does not interrupt, and is undone', async () => {
    const { clock, output, interrupted, context } = await playing()
    const { promise: suspended, resolve } = Promise.withResolvers<undefined>()
    context.suspend = () => suspended
    await clock.advance(60_000)
    // The press, then the click.
    await output.unlock()
    await output.unlock()
    become(context, 'suspended')
    resolve(undefined)
    await settle()
    expect(interrupted).not.toHaveBeenCalled()
    expect(context.state).toBe('running')
    become(context, 'running')
    become(context, 'suspended')
    expect(interrupted).toHaveBeenCalledOnce()
  })

  test('an audio device that is removed interrupts', async () => {
    const devices = Object.assign(new EventTarget(), {
      enumerateDevices: async () => [{ kind: 'audiooutput', deviceId: '', groupId: '' }],
    })
    vi.stubGlobal('navigator', { mediaDevices: devices })
    const { clock, interrupted } = await playing()
    await settle()
    devices.enumerateDevices = async () => []
    devices.dispatchEvent(new Event('devicechange'))
    await clock.advance(1_000)
    expect(interrupted).toHaveBeenCalledOnce()
  })

  test('a browser that cannot list devices plays anyway', async () => {
    vi.stubGlobal('navigator', {})
    const { output } = await playing()
    expect(output.now()).toBe(0)
  })
})
