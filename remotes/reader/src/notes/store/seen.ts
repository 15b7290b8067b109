import type { Note, SeenNotes } from '@andscene/contracts/notes'
import { SEEN_NOTES_LIMIT } from '@andscene/contracts/limits'
import type { Clock } from '../../player/ports.ts'
import { createRetry } from './retry.ts'
import { verdictOf } from './server.ts'

type Deps = {
  clock: Clock
  /** What a guest's device has stored; undefined for accounts, whose mark comes with the notes. */
  first: SeenNotes | undefined
  keep: (seen: SeenNotes) => Promise<void>
}

/** Collects what is seen within this time into one request. Milliseconds. */
export const KEEP_SEEN_AFTER_MS = 500

export type SeenStore = ReturnType<typeof createSeen>

/**
 * Which notes the user has seen (decision 0085). Notes that were seen just now stay marked as new on this page until
 * `release`, so that the user can find them.
 */
export function createSeen({ clock, first, keep }: Deps) {
  let version = first?.version ?? 0
  let also = new Set(first?.also)
  /** Before the mark is loaded, and with a backend that stores none, no note is new. */
  let isKnown = first !== undefined
  const held = new Set<number>()
  let timer: number | undefined
  const retry = createRetry(clock, () => void send())

  const isBeyond = (one: number) => one > version && !also.has(one)
  const isUnseen = (note: Note): note is Note & { createdVersion: number } =>
    isKnown &&
    !note.mine &&
    note.deletedAt === undefined &&
    note.createdVersion !== undefined &&
    isBeyond(note.createdVersion)

  function advance(to: number) {
    version = Math.max(version, to)
    also = new Set([...also].filter((one) => one > version))
  }
  async function send(): Promise<void> {
    clock.clearTimeout(timer)
    timer = undefined
    retry.stop()
    try {
      await keep({ version, also: [...also].sort((a, b) => a - b).slice(-SEEN_NOTES_LIMIT) })
      retry.reset()
    } catch (error) {
      if (verdictOf(error) === 'again') retry.later()
    }
  }

  return {
    isNew: (note: Note): boolean =>
      isUnseen(note) || (note.createdVersion !== undefined && held.has(note.createdVersion) && !note.mine),
    isUnseen,
    /** Takes the mark that came with the notes; another device may have moved it. Returns whether it was news. */
    take(seen: SeenNotes): boolean {
      const before = isKnown && version >= seen.version && (seen.also ?? []).every((one) => !isBeyond(one))
      isKnown = true
      for (const one of seen.also ?? []) also.add(one)
      advance(seen.version)
      return !before
    },
    /** Marks some of all notes as seen; all are loaded up to `latest`. Returns whether any were new. */
    see(some: Iterable<Note>, all: () => Iterable<Note>, latest: number): boolean {
      const seen = [...some].filter(isUnseen)
      if (seen.length === 0) return false
      for (const { createdVersion } of seen) {
        also.add(createdVersion)
        held.add(createdVersion)
      }
      const unseen = [...all()].filter(isUnseen).map(({ createdVersion }) => createdVersion)
      advance(Math.min(latest, ...unseen.map((one) => one - 1)))
      timer ??= clock.setTimeout(() => void send(), KEEP_SEEN_AFTER_MS)
      return true
    },
    /** Notes that were seen are not shown as new any more. Returns whether there were any. */
    release(): boolean {
      const had = held.size > 0
      held.clear()
      return had
    },
    close() {
      if (timer !== undefined) void send()
      retry.stop()
    },
    forget() {
      clock.clearTimeout(timer)
      timer = undefined
      retry.stop()
    },
  }
}
