import type { Session } from './session.ts'

/**
 * Scripts being read, one session each, shared by the page and the navigation bar. A session lives while somebody
 * holds it, and a moment longer, so that a page that is only drawn anew keeps its player.
 */
const open = new Map<string, { session: Session; holders: number }>()
const listeners = new Set<() => void>()
const announce = () => listeners.forEach((listener) => listener())

export const sessions = {
  /** The session of a script, opened when there is none. Not shown to others until it is held. */
  obtain(scriptId: string, create: () => Session): Session {
    const existing = open.get(scriptId)
    if (existing) return existing.session
    const session = create()
    open.set(scriptId, { session, holders: 0 })
    return session
  },
  /** Keeps it open; returns the release. */
  hold(scriptId: string): () => void {
    const entry = open.get(scriptId)
    if (!entry) return () => undefined
    entry.holders += 1
    announce()
    return () => {
      entry.holders -= 1
      setTimeout(() => {
        if (entry.holders > 0 || open.get(scriptId) !== entry) return
        open.delete(scriptId)
        entry.session.close()
        announce()
      })
    }
  },
  held: (scriptId: string): Session | undefined => {
    const entry = open.get(scriptId)
    return entry && entry.holders > 0 ? entry.session : undefined
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
