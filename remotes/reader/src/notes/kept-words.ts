import { notesPrefix } from './notes-prefix.ts'
import { deviceEntries } from './store/device.ts'
import { textOf, type Operation } from './store/operation.ts'

/** What the device keeps that was written on a script and not sent. */
export function keptWords(scriptId: string): { keys: string[]; texts: string[] } {
  const entries = deviceEntries.list(`${notesPrefix(scriptId)}_`)
  const texts = entries.flatMap(([, value]) => {
    try {
      const kept = JSON.parse(value) as Operation | { text: string }
      return ('kind' in kept ? textOf(kept) : kept.text) ?? []
    } catch {
      return []
    }
  })
  return { keys: entries.map(([key]) => key), texts }
}
