import type { InferenceSession } from 'onnxruntime-common'
import { join } from 'node:path'
import { PROBE, type Form, type Pieces } from './graph-names.ts'
import type { Runtime } from './runtime.ts'

/** About 0.3 s of the last stage of the decoder. */
const SAMPLES = 4_000
/** The first ones still look for memory. */
const ROUNDS = 12
/** Below it the gain is not worth the rounding. */
const LEAST_GAIN = 1.1
/** Rounding alone is some 1 % of the level. Processors that add pairs of products in 16 bits lose what does not fit. */
const MOST_ERROR = 0.03

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

/**
 * Numbers without a pattern, the same each time: nearly all close to 1, few at −1. As bytes they are large, so that sums of two
 * products overflow 16 bits where a processor adds them so.
 */
function noise(length: number): Float32Array {
  let state = 1
  return Float32Array.from({ length }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return index % 61 === 0 ? -1 : 1 - (0.2 * state) / 0x1_0000_0000
  })
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
