import type { AudioCache } from '@andscene/contracts/script'
import { shortName } from '../../casting/voices/voice-chips.ts'

import { isSpokenBy } from '../../player/clips/clip-book.ts'

/** The audio cache status of a line (product §4). */
export type CacheStatus = {
  source: 'none' | 'local' | 'server'
  /** False for a clip on the server with another voice. */
  valid: boolean
  durationMs?: number | undefined
}

export function cacheStatus(clip: {
  voiceId: string | undefined
  /** Of a line that is spoken in its own language. */
  language?: string | undefined
  /** Length of the clip on this device with the current voice; null when there is none. */
  localMs: number | null
  server: AudioCache | undefined
}): CacheStatus {
  const { voiceId, language, localMs, server } = clip
  const isValid = isSpokenBy(server, voiceId, language)
  const serverMs = isValid ? server?.durationMs : undefined
  if (voiceId !== undefined && localMs !== null) {
    return { source: 'local', valid: true, durationMs: localMs || serverMs }
  }
  if (!server) return { source: 'none', valid: false }
  return { source: 'server', valid: isValid, durationMs: serverMs }
}

/** Returns the text of the cache chip (product §2): 'No Cache', or 'Local' or 'Server' with ✓ or ✗. */
export function cacheText({ source, valid }: CacheStatus): string {
  if (source === 'none') return 'No Cache'
  return `${source === 'local' ? 'Local' : 'Server'} ${valid ? '✓' : '✗'}`
}

/** Returns the text of the length chip (product §2): the clip's length, 'Loading...' or 'No Duration'. */
export const durationText = ({ durationMs }: CacheStatus, isLoading: boolean): string =>
  isLoading ? 'Loading...' : durationMs ? formatDuration(durationMs) : 'No Duration'

/** Returns the text of the voice chip (product §2): the name, cut at 25 characters, or 'Unassigned'. */
export const chipName = (name: string | undefined): string => (name ? shortName(name) : 'Unassigned')

/** Formats a duration (product §9): `9.9s` under a minute, else `m:ss.s`; rounded before it is split. */
export function formatDuration(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}s`
  const minutes = Math.floor(tenths / 600)
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`
}
