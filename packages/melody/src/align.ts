import { featuresOf, levelsOf } from './features.ts'

/** Largest departure from the straight line between both ends, as a share of the longer sound. */
const BAND = 0.4
/** Cost of a frame that is repeated or skipped: paths prefer to advance in both sounds. */
const STEP_COST = 0.35

/** Relative lengths of vocal tracts, from a deep voice's to a child's. */
const WARPS = [0.84, 0.92, 1, 1.09, 1.18]

export type Alignment = {
  /** For each frame of `from`, the matching frame of `to`. */
  matches: Float32Array
  /** For each frame of `from`, how unlike the matching frames are. */
  costs: Float32Array
}

/** Of how many frames one decides which vocal tract fits: the whole comparison would take five times as long. */
const TRIED = 4

const some = (frames: readonly Float32Array[]) => frames.filter((_, n) => n % TRIED === 0)

/** Aligns two sounds at {@link RATE} in which speakers of any voice say the same words. */
export function alignSounds(from: Float32Array, to: Float32Array): Alignment {
  const [levels, otherLevels] = [levelsOf(from), levelsOf(to)]
  const features = featuresOf(from, levels)
  const tried = WARPS.map((warp) => {
    const other = featuresOf(to, otherLevels, warp)
    return { other, cost: mean(align(some(features), some(other)).costs) }
  })
  const [best] = tried.toSorted((a, b) => a.cost - b.cost)
  return align(features, best!.other)
}

const mean = (values: Float32Array) =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

/**
 * Aligns two recordings of the same words by dynamic time warping of their features. Takes time and memory
 * proportional to the product of their lengths.
 */
function align(from: readonly Float32Array[], to: readonly Float32Array[]): Alignment {
  const [n, m] = [from.length, to.length]
  if (n === 0 || m === 0) return { matches: new Float32Array(n), costs: new Float32Array(n) }
  const band = Math.ceil(Math.max(n, m) * BAND) + 20
  const steps = new Uint8Array(n * m)
  let last = new Float32Array(m).fill(Infinity)
  let next = new Float32Array(m)
  for (let i = 0; i < n; i++) {
    next.fill(Infinity)
    const middle = Math.round((i * m) / n)
    const [low, high] = [Math.max(0, middle - band), Math.min(m - 1, middle + band)]
    for (let j = low; j <= high; j++) {
      const cost = distance(from[i]!, to[j]!)
      const both = j > 0 ? last[j - 1]! : i === 0 ? 0 : Infinity
      const down = last[j]! + STEP_COST
      const right = j > 0 ? next[j - 1]! + STEP_COST : Infinity
      const best = i === 0 && j === 0 ? 0 : Math.min(both, down, right)
      next[j] = best + cost
      steps[i * m + j] = best === both ? 0 : best === down ? 1 : 2
    }
    ;[last, next] = [next, last]
  }
  return walkBack(steps, from, to)
}

function walkBack(steps: Uint8Array, from: readonly Float32Array[], to: readonly Float32Array[]): Alignment {
  const m = to.length
  const matches = new Float32Array(from.length)
  const costs = new Float32Array(from.length)
  let [i, j] = [from.length - 1, m - 1]
  let highest = j
  while (i >= 0) {
    const step = steps[i * m + j]!
    if (step === 2) {
      j -= 1
      continue
    }
    // A frame that matches several is in their middle.
    matches[i] = (j + highest) / 2
    costs[i] = distance(from[i]!, to[Math.round((j + highest) / 2)]!)
    i -= 1
    if (step === 0) j = Math.max(0, j - 1)
    highest = j
  }
  return { matches, costs }
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += (a[k]! - b[k]!) ** 2
  return Math.sqrt(sum / a.length)
}
