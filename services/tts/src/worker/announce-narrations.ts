import type { FastifyBaseLogger } from 'fastify'
import type { ScriptNotes } from '../pipeline/script-notes.ts'

export type AnnouncementParts = {
  notes: Pick<ScriptNotes, 'announce'>
  log: Pick<FastifyBaseLogger, 'debug'>
}

/** Minimum time between notifications of pages (ms). */
const EVERY_MS = 1_000

/** Announces the scripts whose clips have changed, together once a second, so that open pages update their figures. */
export function announceNarrations({ notes, log }: AnnouncementParts): {
  changed(scriptId: string): void
  close(): void
} {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const announce = () => {
    timer = undefined
    const scriptIds = [...changed]
    changed.clear()
    // If one is lost, the pages request the figures a little later.
    notes.announce(scriptIds).catch((error: unknown) => log.debug({ err: error }, 'narrations not announced'))
  }
  return {
    changed(scriptId) {
      changed.add(scriptId)
      timer ??= setTimeout(announce, EVERY_MS)
    },
    close: () => clearTimeout(timer),
  }
}
