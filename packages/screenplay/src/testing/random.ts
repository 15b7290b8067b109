/** Pseudo-random numbers from 0 (included) to 1 (excluded), reproducible from a seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Random = () => number
export const upTo = (random: Random, count: number) => Math.floor(random() * count)
export const pick = <T>(random: Random, items: readonly T[]): T => items[upTo(random, items.length)]!

export type Change = (text: string, random: Random, other: string) => string
export const replaced = (text: string, [from, to]: [number, number], by: string) =>
  text.slice(0, from) + by + text.slice(to)
