/** Available speeds (product §4); 1 by default. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export type Rate = (typeof RATES)[number]
export const isRate = (rate: unknown): rate is Rate => RATES.some((one) => one === rate)
