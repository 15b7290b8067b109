import type { Preferences, PreferencesChange } from '@andscene/contracts/preferences'
import { isRate } from '@andscene/contracts/rates'
import {
  GUEST_PREFERENCES_KEY,
  OLD_RATE_KEY,
  PREFERENCES_KEY,
  readKey,
  removeKey,
  writeKey,
} from '../storage-keys.ts'

/** What this device knows of the person's preferences: as the backend told them last, and changes it does not have yet. */
export type KeptPreferences = { known: Preferences | undefined; unsaved: PreferencesChange }

const isTypes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((type) => typeof type === 'string')

/** What of a stored value can be used. */
function changeOf(value: unknown): PreferencesChange {
  const { skippedLineTypes, rate } = (value ?? {}) as Record<string, unknown>
  return { ...(isTypes(skippedLineTypes) && { skippedLineTypes }), ...(isRate(rate) && { rate }) }
}

const preferencesIn = (value: unknown): Preferences | undefined => {
  const { skippedLineTypes, ...rest } = changeOf(value)
  return skippedLineTypes && { skippedLineTypes, ...rest }
}

/** How guests listen on this device. */
export function readGuestPreferences(): Preferences {
  try {
    return preferencesIn(JSON.parse(readKey(GUEST_PREFERENCES_KEY) ?? '{}')) ?? { skippedLineTypes: [] }
  } catch {
    return { skippedLineTypes: [] }
  }
}

/** Nothing known when there is nothing, or nothing that can be read. */
export function readKept(): KeptPreferences {
  try {
    const { known, unsaved } = JSON.parse(readKey(PREFERENCES_KEY) ?? '{}') as Partial<KeptPreferences>
    return { known: preferencesIn(known), unsaved: changeOf(unsaved) }
  } catch {
    return { known: undefined, unsaved: {} }
  }
}

export const writeKept = (kept: KeptPreferences): boolean => writeKey(PREFERENCES_KEY, JSON.stringify(kept))

/** The speed that an older release kept on this device, which is forgotten by this; undefined when there is none. */
export function takeOldRate(): PreferencesChange {
  const rate = Number(readKey(OLD_RATE_KEY) ?? Number.NaN)
  removeKey(OLD_RATE_KEY)
  return isRate(rate) ? { rate } : {}
}

/** The speed as far as this device knows it, before the backend is asked: 1 until one was chosen. */
export function keptRate(): number {
  const { known, unsaved } = readKept()
  const old = Number(readKey(OLD_RATE_KEY) ?? Number.NaN)
  return unsaved.rate ?? known?.rate ?? (isRate(old) ? old : 1)
}
