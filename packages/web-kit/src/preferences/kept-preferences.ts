import type { Preferences, PreferencesChange } from '@andscene/contracts/preferences'
import { isRate } from '@andscene/contracts/voices/rates'
import {
  GUEST_PREFERENCES_KEY,
  OLD_RATE_KEY,
  PREFERENCES_KEY,
  readKey,
  readRecord,
  removeKey,
  writeKey,
} from '../storage-keys.ts'

/** Preferences on this device: `known` as last returned by the backend, and `unsaved` changes. */
export type KeptPreferences = { known: Preferences | undefined; unsaved: PreferencesChange }

const isTypes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((type) => typeof type === 'string')

function changeOf(value: unknown): PreferencesChange {
  const { skippedLineTypes, rate, highlightWords } = (value ?? {}) as Record<string, unknown>
  return {
    ...(isTypes(skippedLineTypes) && { skippedLineTypes }),
    ...(isRate(rate) && { rate }),
    ...(typeof highlightWords === 'boolean' && { highlightWords }),
  }
}

const preferencesIn = (value: unknown): Preferences | undefined => {
  const { skippedLineTypes, ...rest } = changeOf(value)
  return skippedLineTypes && { skippedLineTypes, ...rest }
}

export const readGuestPreferences = (): Preferences =>
  preferencesIn(readRecord(GUEST_PREFERENCES_KEY)) ?? { skippedLineTypes: [] }

/** `known` is undefined when nothing readable is stored. */
export function readKept(): KeptPreferences {
  const { known, unsaved } = readRecord(PREFERENCES_KEY)
  return { known: preferencesIn(known), unsaved: changeOf(unsaved) }
}

export const writeKept = (kept: KeptPreferences): boolean => writeKey(PREFERENCES_KEY, JSON.stringify(kept))

/** Removes and returns the speed that an older release stored on this device, if any. */
export function takeOldRate(): PreferencesChange {
  const rate = Number(readKey(OLD_RATE_KEY) ?? Number.NaN)
  removeKey(OLD_RATE_KEY)
  return isRate(rate) ? { rate } : {}
}

/** Returns the speed before the backend has responded; the default is 1. */
export function keptRate(): number {
  const { known, unsaved } = readKept()
  const old = Number(readKey(OLD_RATE_KEY) ?? Number.NaN)
  return unsaved.rate ?? known?.rate ?? (isRate(old) ? old : 1)
}
