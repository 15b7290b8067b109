/** The name that the guest of this tab has given for a script; undefined until they did. */
const key = (scriptId: string) => `andscene_guest_name_${scriptId}`
/** While storage is blocked, this page knows it. */
const names = new Map<string, string>()
const listeners = new Set<() => void>()

export function guestName(scriptId: string): string | undefined {
  try {
    return sessionStorage.getItem(key(scriptId)) ?? names.get(scriptId)
  } catch {
    return names.get(scriptId)
  }
}

export function setGuestName(scriptId: string, name: string): void {
  names.set(scriptId, name)
  try {
    sessionStorage.setItem(key(scriptId), name)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

export function watchGuestName(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
