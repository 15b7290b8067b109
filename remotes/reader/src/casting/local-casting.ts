import type { VersionedCasting } from '@andscene/contracts/script'
import { isGuest } from '@andscene/web-kit/api-client'
import { castingKey, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'
import { castingOf } from './casting-draft.ts'
import { LOCAL_CASTING_MS } from './voice-ui-limits.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isVoice = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

/** What was stored as a casting with its timestamp (product §3), or nothing if it is anything else. */
function parse(stored: string): { casting: VersionedCasting; at: number } | undefined {
  const value: unknown = JSON.parse(stored)
  if (!isRecord(value)) return undefined
  const { characterAssignments, narrationVoiceId, sceneHeadingVoiceId, version, timestamp } = value
  if (typeof timestamp !== 'number' || !isVoice(narrationVoiceId) || !isVoice(sceneHeadingVoiceId))
    return undefined
  if (!isRecord(characterAssignments)) return undefined
  if (!Object.values(characterAssignments).every((voice) => typeof voice === 'string')) return undefined
  const assignments = characterAssignments as Record<string, string>
  const casting = castingOf(assignments, { narrationVoiceId, sceneHeadingVoiceId })
  return { at: timestamp, casting: { ...casting, ...(typeof version === 'number' && { version }) } }
}

/** This device's copy of a casting, at most 5 min old (product §9); anything else is removed. Guests have none. */
export function readLocalCasting(
  scriptId: string,
  now = Date.now(),
): { casting: VersionedCasting; at: number } | undefined {
  const stored = isGuest() ? null : readKey(castingKey(scriptId))
  if (stored === null) return undefined
  try {
    const local = parse(stored)
    if (local && local.at <= now && now - local.at < LOCAL_CASTING_MS) return local
  } catch {
    // Not ours, or half written.
  }
  removeKey(castingKey(scriptId))
  return undefined
}

export const writeLocalCasting = (
  scriptId: string,
  { changes: _changes, ...casting }: VersionedCasting,
  now = Date.now(),
): boolean => !isGuest() && writeKey(castingKey(scriptId), JSON.stringify({ ...casting, timestamp: now }))
