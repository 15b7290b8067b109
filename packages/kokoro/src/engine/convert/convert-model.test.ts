import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Pieces } from '../graph-names.ts'
import { Model } from '../inference/model.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { testRuntime } from '../testing/test-runtime.ts'
import { writeTinyModel } from '../testing/tiny-model.ts'
import { convertModel } from './convert-model.ts'
import { readModel } from './onnx.ts'

const TOKENS = [0, 43, 100, 30, 178, 61, 9, 0]
const STYLE = new Float32Array(256).fill(0.1)

/** Speech of the converted model in a folder, and the number of steps. */
async function spoken(of: string) {
  const model = await Model.load(testRuntime(), of, { threads: 1 })
  const speaking = model.speak({ tokens: TOKENS, style: STYLE, pitch: 1, speed: 1 })
  let steps = 1
  let step = await speaking.next()
  for (; !step.done; step = await speaking.next()) steps++
  await model.release()
  return { ...step.value, steps }
}

async function asQuantised(file: string): Promise<Float32Array> {
  const runtime = testRuntime()
  const session = await runtime.InferenceSession.create(file)
  const { audio } = await session.run({
    tokens: new runtime.Tensor('int64', BigInt64Array.from(TOKENS, BigInt), [1, TOKENS.length]),
    style: new runtime.Tensor('float32', STYLE, [1, 256]),
    speed: new runtime.Tensor('float32', Float32Array.of(1), [1]),
  })
  await session.release()
  return audio!.data as Float32Array
}

const difference = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, index) => Math.max(most, Math.abs(value - b[index]!)), 0)

describe('the converted model', () => {
  test('sounds like the quantized model', async () => {
    const made = await testFolder()
    const file = await writeTinyModel(made)
    const { samples } = await spoken(made)
    const quantised = await asQuantised(file)
    expect(samples.length).toBe(quantised.length)
    expect(difference(samples, quantised)).toBeLessThan(0.01)
    // Not equal: the quantized model rounds its factors.
    expect(difference(samples, quantised)).toBeGreaterThan(0)
  })

  test('contains no 8-bit multiplication', async () => {
    const made = await testFolder()
    await writeTinyModel(made)
    const { encoder, decoder } = JSON.parse(await readFile(join(made, 'pieces.json'), 'utf8')) as Pieces
    const operators = new Set<string>()
    for (const file of [encoder.float32, ...decoder.float32])
      for (const { opType } of readModel(await readFile(join(made, file))).graph.nodes) operators.add(opType)
    expect([...operators]).toEqual(expect.arrayContaining(['Conv', 'MatMul', 'LSTM']))
    expect([...operators].filter((name) => /Integer|Quantize/.test(name))).toEqual([])
  })

  test('cut into pieces it returns exactly what it returns as a whole', async () => {
    const whole = await testFolder()
    await writeTinyModel(whole, 1)
    const one = await spoken(whole)
    expect(one.steps).toBe(2)
    for (const pieces of [3, 9]) {
      const cut = await testFolder()
      await writeTinyModel(cut, pieces)
      const many = await spoken(cut)
      expect(many.steps).toBeGreaterThan(pieces / 2 + 1)
      expect(many.durations).toEqual(one.durations)
      expect(difference(many.samples, one.samples)).toBe(0)
    }
  })

  test('rejects a file that is not such a model', async () => {
    const made = await testFolder()
    const file = join(made, 'other.onnx')
    await writeFile(file, Buffer.from([0x08, 0x09]))
    await expect(convertModel(file, made)).rejects.toThrow('has no /encoder/Clip_output_0')
  })
})
