import { guestNameKey, readKey, removeKey, writeKey } from '../storage-keys.ts'

/** Names of this device's guests by script, while storage is blocked. */
const names = new Map<string, string>()
const listeners = new Set<() => void>()

export const guestName = (scriptId: string): string | undefined =>
  readKey(guestNameKey(scriptId)) ?? names.get(scriptId)

export function setGuestName(scriptId: string, name: string): void {
  if (writeKey(guestNameKey(scriptId), name)) names.delete(scriptId)
  else names.set(scriptId, name)
  tell()
}

export function forgetGuestName(scriptId: string): void {
  names.delete(scriptId)
  removeKey(guestNameKey(scriptId))
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

export function watchGuestName(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
