import type { InferenceSession } from 'onnxruntime-common'
import { join } from 'node:path'
import { OVERFLOW, PROBE, type Form, type Pieces } from '../graph-names.ts'
import type { Runtime } from './crew.ts'

/** About 0.3 s of the last stage of the decoder. */
const SAMPLES = 4_000
/** The first rounds still allocate memory. */
const ROUNDS = 12
/**
 * 8 bits may take so many times as long as float32: a starting platform disturbs the measurement,
 * and processors that are slow at them mostly overflow too.
 */
const MOST_SLOWER = 1.5
/** Rounding alone is about 1 % of the level. */
const MOST_ERROR = 0.03
const OVERFLOW_SAMPLES = 16

/**
 * Measures one convolution in both forms, some 300 ms: 8 bits unless they are clearly slower, wrong or fail.
 * On one thread and by its processor time, which a busy machine does not change. The best round of each counts.
 */
export async function fastestForm(
  runtime: Runtime,
  folder: string,
  probe: NonNullable<Pieces['probe']>,
  options: InferenceSession.SessionOptions,
): Promise<Form> {
  const alone = { ...options, intraOpNumThreads: 1 }
  const input = new runtime.Tensor('float32', noise(probe.channels * SAMPLES), [1, probe.channels, SAMPLES])
  const sessions: InferenceSession[] = []
  const open = async (file: string) => {
    const session = await runtime.InferenceSession.create(join(folder, file), alone)
    sessions.push(session)
    return session
  }
  const run = async (session: InferenceSession) => {
    const before = ownMicroseconds()
    const { [PROBE.output]: output } = await session.run({ [PROBE.input]: input })
    return { took: ownMicroseconds() - before, samples: output!.data as Float32Array }
  }
  try {
    if (await overflows(runtime, await open(probe.overflow))) return unfit('lose what overflows')
    const forms = { float32: await open(probe.float32), int8: await open(probe.int8) }
    const [exact, rounded] = [await run(forms.float32), await run(forms.int8)]
    const error = errorOf(rounded.samples, exact.samples)
    if (!(error < MOST_ERROR)) return unfit(`are wrong by ${error}`)
    const best = { float32: Infinity, int8: Infinity }
    for (let round = 0; round < ROUNDS; round++)
      for (const form of ['float32', 'int8'] as const)
        best[form] = Math.min(best[form], (await run(forms[form])).took)
    const took = `take ${best.int8} µs, float32 ${best.float32} µs`
    if (!(best.int8 < best.float32 * MOST_SLOWER)) return unfit(took)
    say(took)
    return 'int8'
  } catch (error) {
    return unfit(`cannot be tried: ${String(error)}`)
  } finally {
    await Promise.all(sessions.map((session) => session.release()))
  }
}

function ownMicroseconds(): number {
  // Linux brings a thread's time up to date when that of its process is asked for, else some milliseconds late.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const say = (what: string) => void process.stderr.write(`8 bits ${what}\n`)

function unfit(why: string): Form {
  say(why)
  return 'float32'
}

/** Pseudo-random numbers from −1 to 1, the same each time. */
function noise(length: number): Float32Array {
  let state = 1
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x8000_0000 - 1
  })
}

/** Some processors add pairs of products in 16 bits, and lose what does not fit. */
async function overflows(runtime: Runtime, session: InferenceSession): Promise<boolean> {
  const { channels, taps } = OVERFLOW
  const ones = new Float32Array(channels * OVERFLOW_SAMPLES).fill(1)
  // Its range is then that of bytes with 1 as the largest.
  ones[0] = -1
  const input = new runtime.Tensor('float32', ones, [1, channels, OVERFLOW_SAMPLES])
  const { [PROBE.output]: output } = await session.run({ [PROBE.input]: input })
  const sum = (output!.data as Float32Array)[OVERFLOW_SAMPLES / 2]!
  return !(Math.abs(sum / (channels * taps) - 1) < MOST_ERROR)
}

function errorOf(of: Float32Array, exact: Float32Array): number {
  let difference = 0
  let level = 0
  for (let index = 0; index < exact.length; index++) {
    difference += (of[index]! - exact[index]!) ** 2
    level += exact[index]! ** 2
  }
  return Math.sqrt(difference / level)
}
