import type { InferenceSession } from 'onnxruntime-common'
import { join } from 'node:path'
import { OVERFLOW, PROBE, type Form, type Pieces } from './graph-names.ts'
import type { Runtime } from './runtime.ts'

/** About 0.3 s of the last stage of the decoder. */
const SAMPLES = 4_000
/** The first ones still look for memory. */
const ROUNDS = 12
/** Below it the gain is not worth the rounding. */
const LEAST_GAIN = 1
/** Rounding alone is some 1 % of the level. */
const MOST_ERROR = 0.03
const OVERFLOW_SAMPLES = 16

/**
 * In which form this processor runs the model faster, tried on one convolution in both, some 300 ms: float32 where the
 * other is hardly faster, wrong, or does not run. On one thread, and counted in the processor's time, of which others on a busy machine
 * take nothing away; the best of each counts.
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
    const before = process.cpuUsage()
    const { [PROBE.output]: output } = await session.run({ [PROBE.input]: input })
    const { user, system } = process.cpuUsage(before)
    return { took: user + system, samples: output!.data as Float32Array }
  }
  try {
    if (await overflows(runtime, await open(probe.overflow))) return 'float32'
    const forms = { float32: await open(probe.float32), int8: await open(probe.int8) }
    const [exact, rounded] = [await run(forms.float32), await run(forms.int8)]
    if (!(errorOf(rounded.samples, exact.samples) < MOST_ERROR)) return 'float32'
    const best = { float32: Infinity, int8: Infinity }
    for (let round = 0; round < ROUNDS; round++)
      for (const form of ['float32', 'int8'] as const)
        best[form] = Math.min(best[form], (await run(forms[form])).took)
    return best.float32 > best.int8 * LEAST_GAIN ? 'int8' : 'float32'
  } catch (error) {
    process.stderr.write(`8 bits were not tried: ${String(error)}\n`)
    return 'float32'
  } finally {
    await Promise.all(sessions.map((session) => session.release()))
  }
}

/** Numbers from −1 to 1 without a pattern, the same each time. */
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

/** Root mean square of the difference, as a share of that of the second. */
function errorOf(of: Float32Array, exact: Float32Array): number {
  let difference = 0
  let level = 0
  for (let index = 0; index < exact.length; index++) {
    difference += (of[index]! - exact[index]!) ** 2
    level += exact[index]! ** 2
  }
  return Math.sqrt(difference / level)
}
