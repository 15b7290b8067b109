import { addressOf } from '@andscene/contracts/text/address'
import { WANTED_PAGE_KEY } from './navigation/wanted-page.ts'

/** Every key that the web apps store in local storage, in one place. */

/** The identity token (product §4). */
export const TOKEN_KEY = 'firebase_token'
/** Set while a sign-out is not finished in the identity SDK. */
export const SIGNED_OUT_KEY = 'andscene_signed_out'
/** `light` or `dark`, once chosen (product §4). Also read by the theme script of the host. */
export const THEME_KEY = 'andscene_theme'
/** `{ date, email }` of a launch sign-up (product §3). */
export const EMAIL_SUBSCRIBED_KEY = 'andscene_email_subscribed'

const PREFIX = 'andscene_'
/** Prefix of guests' data, which belongs to no account and is kept after a sign-out. */
const GUEST_PREFIX = `${PREFIX}guest`
/** The guests of links (decision 0065), by the link's token. Also read by the host's listen script. */
export const GUESTS_KEY = `${GUEST_PREFIX}s`
/** The guest that becomes an account after the next sign-in. */
export const GUEST_CLAIM_KEY = `${GUEST_PREFIX}_claim`
export const guestNameKey = (scriptId: string) => `${GUEST_PREFIX}_name_${scriptId}`
export const NOTES_PREFIX = `${PREFIX}notes_`
/** The order of the list of scripts: `newest`, `listened` or `title`. */
export const SORT_KEY = `${PREFIX}sort`
/** Preferences of guests, which stay on this device. */
export const GUEST_PREFERENCES_KEY = `${GUEST_PREFIX}_preferences`
/** Keys of the device, not of the user: they are kept after a sign-out. */
const DEVICE_KEYS = new Set([
  THEME_KEY,
  EMAIL_SUBSCRIBED_KEY,
  SIGNED_OUT_KEY,
  SORT_KEY,
  WANTED_PAGE_KEY,
  // The text size of the reader, which runs with shells without this key (remotes/reader, text-size.ts).
  `${PREFIX}text_size`,
])

/** `andscene_audio_{scriptId}_{lineId}_{voiceId}` (product §9); the `_expires` entry is next to it. */
export const audioKey = (scriptId: string, lineId: string, voiceId: string) =>
  `${PREFIX}audio_${scriptId}_${lineId}_${voiceId}`
export const AUDIO_KEY_PREFIX = `${PREFIX}audio_`
export const EXPIRES_SUFFIX = '_expires'
/** Cache Storage that holds the clips themselves; every cache of ours starts with this prefix. */
const CACHE_PREFIX = 'andscene-'
export const AUDIO_CACHE = `${CACHE_PREFIX}audio`
export const lastLineKey = (scriptId: string) => `${PREFIX}last_line_${scriptId}`
/** Returns the user of a last line that the server does not have, from its record; undefined for all others. */
const unsentLineOwner = (key: string): string | undefined => {
  const { untold, owner } = key.startsWith(lastLineKey('')) ? readRecord(key) : {}
  return untold === true && typeof owner === 'string' ? owner : undefined
}
/** Preferences as last read, and unsaved changes (kept-preferences.ts). */
export const PREFERENCES_KEY = `${PREFIX}preferences`
/** The speed as older releases stored it; moved once. */
export const OLD_RATE_KEY = `${PREFIX}rate`
export const castingKey = (scriptId: string) => `${PREFIX}casting_${scriptId}`
/** Set once the offer to recast a script with natural voices was dismissed. */
export const recastKey = (scriptId: string) => `${PREFIX}recast_${scriptId}`
/** `shown` while the details of lines are shown on a phone. */
export const LINE_DETAILS_KEY = `${PREFIX}line_details`
/** Prefix of unsent notes and drafts of an account or a guest for a script. */
export const notesKey = (scriptId: string, personId: string) => `${NOTES_PREFIX}${scriptId}_${personId}`
export const isGuestNoteKey = (key: string): boolean =>
  key.startsWith(NOTES_PREFIX) && /_guest_(out|draft)_/.test(key)
/** `no` while playback continues when the user writes a note. */
export const NOTES_PAUSE_KEY = `${PREFIX}notes_pause`
/** `appearance` while the reader sorts characters by first appearance, not by number of lines. */
export const CHARACTER_ORDER_KEY = `${PREFIX}character_order`

/** Whether the key is a guest's: it is kept at the end of an account's session. */
const isGuests = (key: string) =>
  key.startsWith(GUEST_PREFIX) || key.startsWith(lastLineKey('guest-')) || isGuestNoteKey(key)

/** Reads a key; null when it is absent or storage is blocked. */
export function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Reads an object stored as JSON; an empty one when there is none or it cannot be parsed. */
export function readRecord(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readKey(key) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Writes a key; false when storage is blocked or full. */
export function writeKey(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeKey(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/**
 * Removes the user's data from this device: casting, last lines, cached audio (product §6). Not the token, because the
 * next user's may already be stored. With `keepsWords`, unsent notes and last lines are kept.
 */
export async function clearPersonalStorage({ keepsWords = false } = {}): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) {
      const isUnsent = key.startsWith(NOTES_PREFIX) || unsentLineOwner(key) !== undefined
      const isKept = DEVICE_KEYS.has(key) || isGuests(key) || (keepsWords && isUnsent)
      if (key.startsWith(PREFIX) && !isKept) localStorage.removeItem(key)
    }
  } catch {}
  try {
    if (typeof caches === 'undefined') return
    const names = await caches.keys()
    await Promise.all(
      names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)),
    )
  } catch {
    // Cache Storage is missing in some private modes.
  }
}

/** Removes the launch sign-up of this address from the device, when its account is deleted (product §7). */
export function forgetSubscription(email: string): void {
  const { email: kept } = readRecord(EMAIL_SUBSCRIBED_KEY)
  if (typeof kept === 'string' && addressOf(kept) === addressOf(email)) removeKey(EMAIL_SUBSCRIBED_KEY)
}

/** Keys of unsent notes of accounts and guests: `andscene_notes_{script}_{person}_{what}`. */
const noteKeys = () => keysWith(NOTES_PREFIX)

function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    // Blocked storage has no keys.
    return []
  }
}

export const countUnsentNotes = (uid: string): number =>
  noteKeys().filter((key) => key.includes(`_${uid}_`)).length

/** Removes the unsent notes and last lines of other accounts. Those of guests are kept. */
export function removeUnsentOfOthers(uid: string): void {
  for (const key of noteKeys())
    if (/_(out|draft)_/.test(key) && !key.includes(`_${uid}_`) && !isGuestNoteKey(key)) removeKey(key)
  for (const key of keysWith(lastLineKey(''))) if ((unsentLineOwner(key) ?? uid) !== uid) removeKey(key)
}
