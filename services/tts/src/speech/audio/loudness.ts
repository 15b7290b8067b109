import type { Sound } from './sound.ts'

// ITU-R BS.1770-5: K-weighting, 400 ms blocks every 100 ms, gates at −70 LUFS and 10 LU below the ungated level.
const BLOCK_SECONDS = 0.4
const STEP_SECONDS = 0.1
const ABSOLUTE_GATE = -70
const RELATIVE_GATE = -10
const OFFSET = -0.691

type Biquad = { b: [number, number, number]; a: [number, number] }

/** The two filters of the recommendation, whose table is for 48 kHz, computed for any sample rate. */
function kWeighting(sampleRate: number): [shelf: Biquad, highPass: Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const shelfQ = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const shelfNorm = 1 + shelfK / shelfQ + shelfK ** 2
  const shelf: Biquad = {
    b: [
      (high + (band * shelfK) / shelfQ + shelfK ** 2) / shelfNorm,
      (2 * (shelfK ** 2 - high)) / shelfNorm,
      (high - (band * shelfK) / shelfQ + shelfK ** 2) / shelfNorm,
    ],
    a: [(2 * (shelfK ** 2 - 1)) / shelfNorm, (1 - shelfK / shelfQ + shelfK ** 2) / shelfNorm],
  }
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const passQ = 0.5003270373238773
  const passNorm = 1 + passK / passQ + passK ** 2
  const highPass: Biquad = {
    b: [1, -2, 1],
    a: [(2 * (passK ** 2 - 1)) / passNorm, (1 - passK / passQ + passK ** 2) / passNorm],
  }
  return [shelf, highPass]
}

/** Energy of the K-weighted sound in each step of 100 ms. A remainder at the end counts only in a shorter sound. */
function stepEnergies({ samples, sampleRate }: Sound, step: number): Float64Array {
  const [shelf, pass] = kWeighting(sampleRate)
  const [s0, s1, s2] = shelf.b
  const [sa1, sa2] = shelf.a
  const [pa1, pa2] = pass.a
  let [s, t, u, v] = [0, 0, 0, 0]
  const energies = new Float64Array(Math.ceil(samples.length / step))
  for (let index = 0; index < samples.length; index++) {
    const x = samples[index]!
    const y = s0 * x + s
    s = s1 * x - sa1 * y + t
    t = s2 * x - sa2 * y
    const z = y + u
    u = -2 * y - pa1 * z + v
    v = y - pa2 * z
    energies[Math.floor(index / step)]! += z * z
  }
  return energies
}

const toLufs = (meanSquare: number): number => OFFSET + 10 * Math.log10(meanSquare)
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Integrated loudness in LUFS; −Infinity for silence. Measures a sound under 400 ms as one block. */
export function integratedLoudness(sound: Sound): number {
  const step = Math.round(sound.sampleRate * STEP_SECONDS)
  const perBlock = Math.round(BLOCK_SECONDS / STEP_SECONDS)
  const energies = stepEnergies(sound, step)
  const whole = Math.floor(sound.samples.length / step)
  if (whole < perBlock) {
    const total = energies.reduce((sum, energy) => sum + energy, 0)
    const level = toLufs(total / Math.max(1, sound.samples.length))
    return level > ABSOLUTE_GATE ? level : -Infinity
  }
  const blocks: number[] = []
  for (let first = 0; first + perBlock <= whole; first++) {
    let energy = 0
    for (let index = first; index < first + perBlock; index++) energy += energies[index]!
    blocks.push(energy / (perBlock * step))
  }
  const audible = blocks.filter((block) => toLufs(block) > ABSOLUTE_GATE)
  if (audible.length === 0) return -Infinity
  const gate = toLufs(mean(audible)) + RELATIVE_GATE
  return toLufs(mean(audible.filter((block) => toLufs(block) > gate)))
}
