import { RATE_KEY, readKey, writeKey } from '@andscene/web-kit/storage-keys'
import { RATES } from '../limits.ts'

const isRate = (rate: number): rate is (typeof RATES)[number] => RATES.some((one) => one === rate)

/** The speed the listener last chose on this device; 1 when there is none, or none that is offered. */
export function readRate(): number {
  const rate = Number(readKey(RATE_KEY))
  return isRate(rate) ? rate : 1
}

export const saveRate = (rate: number): boolean => writeKey(RATE_KEY, String(rate))
