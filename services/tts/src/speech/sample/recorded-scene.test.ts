import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { fromDecibels } from '../audio/sound.ts'
import { decoded, rms } from '../../testing/sounds.ts'
import { recordScene, type SceneLine, type SceneTimes } from './record-scene.ts'

/* What the landing page plays: it must be what our own voices say, and fit to be heard. */

const FOLDER = path.resolve(import.meta.dirname, '../../../../../remotes/landing/src/hear-it')
const json = async <T>(name: string) => JSON.parse(await readFile(path.join(FOLDER, name), 'utf8')) as T

let mp3: Uint8Array
let scene: SceneLine[]
let times: SceneTimes
let samples: Float32Array
let sampleRate: number

beforeAll(async () => {
  mp3 = new Uint8Array(await readFile(path.join(FOLDER, 'hear-it.mp3')))
  ;[scene, times] = await Promise.all([json<SceneLine[]>('scene.json'), json<SceneTimes>('times.json')])
  ;({ samples, sampleRate } = await decoded(mp3))
})

const loudness = (from: number, to: number) => {
  const [first, last] = [from, to].map((ms) => Math.round((ms * sampleRate) / 1_000))
  return rms(samples.subarray(first, last))
}

test('product §1: the sample is what the voices of the product say of the scene', async () => {
  const recorded = await recordScene(scene)
  expect(times).toEqual(recorded.times)
  expect(Buffer.from(mp3).equals(Buffer.from(recorded.mp3))).toBe(true)
})

test('it is small, has the length it says, and no sample is clipped', () => {
  expect(mp3.length).toBeLessThan(150_000)
  expect((samples.length / sampleRate) * 1_000).toBeCloseTo(times.durationMs, -1)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(peak).toBeLessThan(fromDecibels(-1))
})

test('every line that has a voice sounds at its time, and it is silent between the lines', () => {
  expect(new Set(scene.flatMap(({ voice }) => voice ?? [])).size).toBeGreaterThanOrEqual(4)
  expect(times.lines.map((line) => line !== null)).toEqual(scene.map(({ voice }) => voice !== undefined))
  const spoken = times.lines.filter((line) => line !== null)
  for (const [from, to] of spoken) expect(loudness(from, to)).toBeGreaterThan(fromDecibels(-30))
  for (const [index, [, to]] of spoken.entries())
    expect(loudness(to + 40, (spoken[index + 1]?.[0] ?? times.durationMs) - 20)).toBeLessThan(
      fromDecibels(-55),
    )
})
