import type { OpenedLink } from '@andscene/contracts/sharing/sharing'
import { Emitter } from '../emitter.ts'
import { claimsOf } from '../session/stored-session.ts'
import { GUESTS_KEY, guestNameKey, readKey, readRecord, removeKey, writeKey } from '../storage-keys.ts'

/**
 * The guests of this device by the link's token (decision 0065). If storage is blocked, the page opens the link again.
 * Also read by listen.js of the shell.
 */
export type KeptGuest = {
  /** Absent once the guest token has expired or was rejected. */
  link?: OpenedLink
  guestKey?: string
}

/** Maximum number of links per device; the oldest are removed first. */
const MAX_LINKS = 100

const all = () => readRecord(GUESTS_KEY) as Record<string, KeptGuest>

/** Returns the stored guest of a link; `link` only while its token is valid. */
export function keptGuest(token: string, now = Date.now()): KeptGuest {
  const { link, guestKey } = all()[token] ?? {}
  const isGood = link && Date.parse(link.expiresAt) > now && endOfKept(link.guestToken) > now + LEAST_LEFT_MS
  return {
    ...(isGood && { link }),
    ...(guestKey !== undefined && { guestKey }),
  }
}

/** Returns false when storage is blocked or full. */
export function keepGuest(token: string, guest: KeptGuest): boolean {
  const { [token]: _before, ...others } = all()
  const entries = [...Object.entries(others), [token, guest] as const].slice(-MAX_LINKS)
  return writeKey(GUESTS_KEY, JSON.stringify(Object.fromEntries(entries)))
}

export function forgetGuest(token: string): void {
  const { [token]: _gone, ...others } = all()
  if (Object.keys(others).length === 0) removeKey(GUESTS_KEY)
  else writeKey(GUESTS_KEY, JSON.stringify(others))
}

/** A guest token that expires sooner is renewed before it is sent. Milliseconds. Also in listen.js of the shell. */
export const LEAST_LEFT_MS = 60_000

/** Expiry and lifetime of a guest token, in milliseconds. Infinite if the token cannot be read. */
function timesOf(guestToken: string): { endsAt: number; lastsMs: number } {
  const { iat, exp } = claimsOf(guestToken)
  if (typeof iat !== 'number' || typeof exp !== 'number') return { endsAt: Infinity, lastsMs: Infinity }
  return { endsAt: exp * 1_000, lastsMs: (exp - iat) * 1_000 }
}

/** When a token that was just issued expires, by this device's clock, which may be wrong. */
export const endOfNew = (guestToken: string): number => Date.now() + timesOf(guestToken).lastsMs

/** When a stored token expires: at the latest when one issued now would. */
export const endOfKept = (guestToken: string): number =>
  Math.min(timesOf(guestToken).endsAt, endOfNew(guestToken))

/** Requests that listen.js of the shell sent before the code had loaded. */
export type Sent = {
  token: string
  controller: AbortController
  /** The exchange of the link; absent if the device has a guest for it. */
  opened?: Promise<Response>
  script: Promise<Response>
}

declare global {
  var andsceneLink: Sent | undefined
}

/** Returns the requests once, and only for the same link. */
export function takeSent(token: string): Sent | undefined {
  const sent = globalThis.andsceneLink
  globalThis.andsceneLink = undefined
  return sent?.token === token ? sent : undefined
}

/** Names of this device's guests by script, used while storage is blocked. */
const names = new Map<string, string>()
const changed = new Emitter()
export const watchGuestName = changed.subscribe

export const guestName = (scriptId: string): string | undefined =>
  readKey(guestNameKey(scriptId)) ?? names.get(scriptId)

export function setGuestName(scriptId: string, name: string): void {
  if (writeKey(guestNameKey(scriptId), name)) names.delete(scriptId)
  else names.set(scriptId, name)
  changed.emit()
}

export function forgetGuestName(scriptId: string): void {
  names.delete(scriptId)
  removeKey(guestNameKey(scriptId))
  changed.emit()
}
