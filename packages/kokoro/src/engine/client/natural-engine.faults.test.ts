import { describe, expect, onTestFinished, test } from 'vitest'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { FRAME_SAMPLES, SAMPLE_RATE } from '../graph-names.ts'
import { meetingPlace } from '../meeting-place.ts'
import type { Shape } from '../protocol.ts'
import type { NaturalEngine } from './natural-engine.ts'
import { request, urgencyOf, type TestUrgency } from '../testing/test-engine-requests.ts'
import { ended, isRunning, tinyVoices } from '../testing/test-engine.ts'
import { TOKEN_FRAMES, TONE } from '../testing/tiny-model.ts'

/** Minutes of speech: still running whatever the test does meanwhile. */
const LONG_SENTENCE = 'A sentence of some length, and one more clause in it, for clarity. '
const LONG = LONG_SENTENCE.repeat(60)

/** Work for many seconds, even of the tiny model. */
const ENDLESS_PIECES = 1_300
const ENDLESS = LONG_SENTENCE.repeat(ENDLESS_PIECES)

/** The process of the next engine that connects. */
const processOf = async (engine: NaturalEngine) => (await once(engine, 'process'))[0] as number

/** Speaks a long text; `outcome` is its error. Resolves with its first part. */
async function busy(
  engine: NaturalEngine,
  options: { text?: string; signal?: AbortSignal; isPatient?: boolean } = {},
) {
  const { text = LONG, signal, isPatient = false } = options
  const first = Promise.withResolvers<void>()
  const outcome = engine
    .speak(request(text), { signal, urgency: urgencyOf(5, !isPatient), onPart: () => first.resolve() })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  await Promise.race([first.promise, outcome.then((error) => Promise.reject(error))])
  return { outcome }
}

const planned = () => urgencyOf(50, false)
const awaited = (priority: number) => urgencyOf(priority, true)

function frequencyOf(samples: Float32Array): number {
  let rises = 0
  for (let index = 1; index < samples.length; index++)
    if (samples[index - 1]! < 0 && samples[index]! >= 0) rises++
  return (rises * SAMPLE_RATE) / samples.length
}

describe('the engine of the natural voices', () => {
  test('exits when idle for long enough, and a new process speaks the next text', async () => {
    const engine = (await tinyVoices()).engine({ idleMs: 50 })
    const first = processOf(engine)
    await engine.speak(request('Hello.'))
    await ended(await first)
    expect(engine.state).toEqual({ state: 'ready' })
    const second = processOf(engine)
    await engine.speak(request('Hello.'))
    expect(await second).not.toBe(await first)
  })

  test('speaks a text piece by piece, with the requested pitch and speed, and reports durations of equal length', async () => {
    const engine = (await tinyVoices()).engine()
    const { parts, sampleRate } = await engine.speak(request('Hello. There!'))
    expect(sampleRate).toBe(SAMPLE_RATE)
    expect(parts.map(({ phonemes }) => phonemes)).toEqual(['Hello.', 'There!'])
    for (const { phonemes, durations, samples } of parts) {
      expect(durations).toEqual(Array.from({ length: phonemes.length + 2 }, () => TOKEN_FRAMES))
      expect(samples.length).toBe(durations.length * TOKEN_FRAMES * FRAME_SAMPLES)
      expect(Math.max(...samples)).toBeGreaterThan(0.1)
      expect(Math.max(...samples)).toBeLessThan(1)
      expect(frequencyOf(samples)).toBeCloseTo(TONE, -1)
    }
    const changed = await engine.speak(request('Hello.', { pitch: 1.15, speed: 2 }))
    expect(frequencyOf(changed.parts[0]!.samples)).toBeCloseTo(TONE * 1.15, -1)
    expect(changed.parts[0]!.samples.length).toBe(parts[0]!.samples.length / 2)
  })

  test('blends styles by their shares', async () => {
    const engine = (await tinyVoices()).engine()
    const loudness = async (...shares: [string, number][]) => {
      const styles = shares.map(([name, share]) => ({ name, share }))
      const { parts } = await engine.speak(request('Hello.', { styles }))
      return Math.hypot(...parts[0]!.samples)
    }
    const [low, high] = [await loudness(['tiny_low', 1]), await loudness(['tiny_high', 1])]
    const between = await loudness(['tiny_low', 0.5], ['tiny_high', 0.5])
    expect(Math.abs(high - low)).toBeGreaterThan(1)
    expect(between).toBeGreaterThan(Math.min(low, high))
    expect(between).toBeLessThan(Math.max(low, high))
  })

  test('shapes a text as requested, and reads it plainly if the other style is not installed', async () => {
    const engine = (await tinyVoices()).engine()
    const samplesFor = async (shape?: Shape) =>
      (await engine.speak(request('Hello.', shape && { shape }))).parts[0]!.samples
    const plain = await samplesFor()
    const blend = { name: 'tiny_high', timbre: 1, prosody: 1 }
    expect(await samplesFor({ blend })).not.toEqual(plain)
    expect(await samplesFor({ blend: { ...blend, name: 'no_such_style' } })).toEqual(plain)
    // A level melody stays level, and without a fundamental frequency there is no tone.
    expect(frequencyOf(await samplesFor({ range: 2 }))).toBeCloseTo(TONE, -1)
    const voiceless = await samplesFor({ voiceless: true })
    expect(voiceless).toHaveLength(plain.length)
    expect(frequencyOf(voiceless)).toBe(0)
  })

  test('a stressed word is longer and louder, and the words behind it are heard later', async () => {
    const engine = (await tinyVoices()).engine()
    const spoken = async (shape?: Shape) =>
      (await engine.speak(request('One two three.', shape && { shape }))).parts[0]!
    const plain = await spoken()
    const stressed = await spoken({ emphasis: [{ at: 4, length: 3 }] })
    const longer = stressed.durations.filter((frames) => frames > TOKEN_FRAMES)
    expect(longer).toEqual(Array.from({ length: longer.length }, () => TOKEN_FRAMES * 1.25))
    expect(stressed.samples.length).toBe(plain.samples.length + longer.length * FRAME_SAMPLES)
    const startOf = ({ words }: typeof plain, at: number) => words.find((word) => word.at === at)!.startMs
    expect(longer.length).toBeGreaterThan(1)
    expect(startOf(stressed, 4)).toBe(startOf(plain, 4))
    expect(startOf(stressed, 8) - startOf(plain, 8)).toBe(longer.length * 25)
    expect(await spoken({ emphasis: [{ at: 900, length: 3 }] })).toEqual(plain)
  })

  test.each([
    [{ threads: 1 }, 1],
    [{ threads: 4 }, 4],
    [{ threads: 8, ownThreads: 2 }, 2],
    [{ threads: 2, ownThreads: 8 }, 2],
  ])('with %j a worker speaks %i low-priority texts in parallel', async (options, atOnce) => {
    expect((await tinyVoices()).engine(options).atOnce).toBe(atOnce)
  })

  test('architecture §7: eight workers share one process, which exits with the last one', async () => {
    const voices = await tinyVoices()
    const engines = Array.from({ length: 8 }, () => voices.engine())
    const pids = engines.map(processOf)
    await Promise.all(engines.map((engine) => engine.speak(request('Hello.'))))
    const [pid, ...others] = new Set(await Promise.all(pids))
    expect(others).toEqual([])
    await Promise.all(engines.slice(1).map((engine) => engine.close()))
    await engines[0]!.speak(request('Still there.'))
    await engines[0]!.close()
    await ended(pid!)
  })

  test('keeps running when the worker that started it is killed, and exits after the others', async () => {
    const voices = await tinyVoices()
    const starter = spawn(
      process.execPath,
      [new URL('../testing/starter.ts', import.meta.url).pathname, voices.voicesDir, voices.modelFolder],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    const [pid] = (await once(starter, 'message')) as [number]
    const engine = voices.engine()
    await engine.speak(request('Hello.'))
    starter.kill('SIGKILL')
    await once(starter, 'exit')
    await engine.speak(request('Hello again.'))
    expect(isRunning(pid)).toBe(true)
    await engine.close()
    await ended(pid)
  })

  test('a canceled text stops at its next step, before later texts', async () => {
    const voices = await tinyVoices()
    const engine = voices.engine()
    const abort = new AbortController()
    const { outcome } = await busy(engine, { text: ENDLESS, signal: abort.signal })
    abort.abort(new Error('gone'))
    expect(await outcome).toMatchObject({ message: 'gone' })
    // A later text of equal priority: reported only after the whole of it.
    await engine.speak(request('Next.'))
    const { log } = meetingPlace({ ...voices, temporary: voices.voicesDir })
    const said = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('says '))
    expect(said.at(-1)).toBe('says Next.')
    expect(said.length).toBeLessThan(ENDLESS_PIECES / 2)
  })

  test('architecture §7: a text whose priority changes is reordered', async () => {
    const engine = (await tinyVoices()).engine()
    const leaving = new AbortController()
    const [sooner, later, known] = [planned(), awaited(8), awaited(70)]
    let onPart = Promise.withResolvers<void>()
    const running = engine
      .speak(request(ENDLESS), {
        signal: leaving.signal,
        urgency: awaited(0),
        onPart: () => onPart.resolve(),
      })
      .catch((error: unknown) => error)
    await onPart.promise
    const order: string[] = []
    const speak = async (name: string, urgency: TestUrgency) => {
      await engine.speak(request(`${name}.`), { urgency })
      order.push(name)
    }
    const others = [
      speak('Planned', planned()),
      speak('Sooner', sooner),
      speak('Later', later),
      speak('Known', known),
    ]
    // Before the request was sent.
    known.set({ priority: 10, isAwaited: true })
    // By the next part all requests have been sent; what follows is sent after them.
    onPart = Promise.withResolvers()
    await onPart.promise
    sooner.set({ priority: 9, isAwaited: true })
    later.set({ priority: 60, isAwaited: false })
    leaving.abort(new Error('gone'))
    await Promise.all(others)
    expect(order).toEqual(['Sooner', 'Known', 'Planned', 'Later'])
    expect(await running).toMatchObject({ message: 'gone' })
    // A text that was spoken is no longer ranked.
    const late = awaited(5)
    await speak('Late', late)
    late.set({ priority: 1, isAwaited: true })
    await speak('After', awaited(5))
    expect(late.listenerCount('change')).toBe(0)
    expect(engine.state).toEqual({ state: 'ready' })
  })

  test('architecture §7: low-priority texts are spoken in parallel and fail with the process', async () => {
    const voices = await tinyVoices()
    const engine = voices.engine({ threads: 2 })
    const pid = processOf(engine)
    const place = meetingPlace({ ...voices, temporary: voices.voicesDir })
    const log = () => readFile(place.log, 'utf8')
    const leaving = new AbortController()
    const long = engine
      .speak(request(ENDLESS), { signal: leaving.signal, urgency: planned() })
      .catch((error: unknown) => error)
    await expect.poll(log).toContain('lane 1 is open')
    const [whole, beside] = await Promise.all([
      engine.speak(request('Hello. There!')),
      engine.speak(request('Hello. There!'), { urgency: planned() }),
    ])
    expect(beside.parts).toEqual(whole.parts)
    for (const { tookMs } of [beside, whole]) expect(tookMs).toBeGreaterThan(0)
    leaving.abort(new Error('left'))
    expect(await long).toMatchObject({ message: 'left' })

    const { outcome } = await busy(engine, { text: ENDLESS, isPatient: true })
    const bad = request('Hello.', { styles: [{ name: 'unknown', share: 1 }] })
    await expect(engine.speak(bad)).rejects.toMatchObject({ kind: 'server' })
    expect(await outcome).toMatchObject({ kind: 'server' })
    await ended(await pid)
    await engine.speak(request('Hello.'))
  })

  test.each([
    ['killed', 'SIGKILL', {}, 'ended unexpectedly'],
    ['hanging', 'SIGSTOP', { stallMs: 1_000 }, 'no sign of life'],
  ] as const)(
    'when it is %s its texts fail, and the next text starts another process',
    async (_, signal, options, why) => {
      const engine = (await tinyVoices()).engine(options)
      const first = processOf(engine)
      const { outcome } = await busy(engine)
      process.kill(await first, signal)
      expect(await outcome).toMatchObject({ kind: 'server', message: expect.stringContaining(why) })
      await ended(await first)
      const second = processOf(engine)
      await engine.speak(request('Hello.'))
      expect(await second).not.toBe(await first)
      expect(engine.state).toEqual({ state: 'ready' })
    },
  )

  test('a process that hangs before it serves a new worker is killed by that worker and replaced', async () => {
    const voices = await tinyVoices()
    const first = voices.engine()
    const pid = processOf(first)
    await first.speak(request('Hello.'))
    process.kill(await pid, 'SIGSTOP')
    const second = voices.engine({ startMs: 500 })
    await expect(second.speak(request('Hello.'))).rejects.toMatchObject({
      kind: 'server',
      message: expect.stringContaining('in time'),
    })
    await ended(await pid)
    // One that waits long enough for a new process on a busy machine.
    expect((await voices.engine().speak(request('Hello.'))).parts).toHaveLength(1)
  })

  test.runIf(process.platform === 'linux')('reports too little memory in a sentence', async () => {
    const voices = await tinyVoices()
    const wrapper = ['sh', '-c', 'ulimit -v 700000; exec "$@"', 'sh']
    const engine = voices.engine({ wrapper, startMs: 5_000 })
    await expect(engine.speak(request(LONG))).rejects.toMatchObject({
      kind: 'server',
      message: 'There is not enough memory for the natural voices.',
    })
  })

  test('closes a connection that does not speak the protocol, and serves the others', async () => {
    const voices = await tinyVoices()
    const engine = voices.engine()
    await engine.speak(request('Hello.'))
    const { socket: address } = meetingPlace({ ...voices, temporary: voices.voicesDir })
    for (const garbage of ['GET / HTTP/1.1\r\n\r\n', '\x05\0\0\0\x09\0\0\0\0', '\x06\0\0\0\x01\0\0\0\0{']) {
      const stranger = connect(address)
      onTestFinished(() => void stranger.destroy())
      stranger.resume()
      stranger.write(Buffer.from(garbage, 'latin1'))
      await once(stranger, 'close')
    }
    expect((await engine.speak(request('Hello again.'))).parts).toHaveLength(1)
  })

  test('a worker that closes rejects its pending texts and lets the process exit', async () => {
    const engine = (await tinyVoices()).engine()
    const { outcome } = await busy(engine)
    await engine.close()
    expect(await outcome).toMatchObject({ kind: 'server' })
    await expect(engine.speak(request('Late.'))).rejects.toMatchObject({ kind: 'server' })
    await expect.poll(() => engine.listenerCount('state')).toBe(0)
  })
})
