import { SIGN_IN_LIFE_MS } from '@andscene/contracts/limits'

/**
 * The page that a visitor opened before signing in. Signing in, registering or verifying an e-mail address leads back
 * to it (product §2).
 */

/** Kept when personal data is removed: the end of a session keeps or removes it. */
export const WANTED_PAGE_KEY = 'andscene_wanted_page'
/** Pages that are part of signing in. */
const NEVER = new Set(['/', '/login', '/secret-login', '/register'])

/** The page of a session that has ended is kept longer, because only its user returns there: playback may run all night. */
const RETURN_LIFE_MS = 7 * 24 * 3_600_000

/** `next`: the page that follows the step `path`. `uid`: the only user for whom it is kept. */
type Kept = { path: string; at: number; next?: string | undefined; uid?: string | undefined }

/** Whether it is a path of this origin, with query and fragment: a stored value must not lead elsewhere. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return false
  return URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
}

export const shownPath = (): string => location.pathname + location.search + location.hash

/**
 * Stores the page for this tab and, with `browser`, for all tabs, because the link of an e-mail opens another one. A
 * session that expires stores it for its `tab` only.
 */
export function rememberPage(path: string, scope: 'tab' | 'browser' = 'browser', now = Date.now()): void {
  keep({ path, at: now }, scope)
}

/** Stores the page for the user whose session has ended in this tab. */
export function rememberReturn(path: string, uid: string | undefined, now = Date.now()): void {
  keep({ path, at: now, uid }, 'tab')
}

/** Removes a page that is kept for another user. */
export function forgetReturnOfOthers(uid: string, now = Date.now()): void {
  const kept = keptPage(now)
  if (kept?.uid !== undefined && kept.uid !== uid) forgetPage()
}

/** Stores a step before the wanted page, such as a verification link: the wanted page follows it. */
export function rememberStep(path: string, now = Date.now()): void {
  const before = keptPage(now)
  const next = before?.path === path ? before.next : before?.path
  keep({ path, at: now, next }, 'browser')
}

function keep(kept: Kept, scope: 'tab' | 'browser'): void {
  if (!isOwnPath(kept.path) || NEVER.has(new URL(kept.path, location.origin).pathname)) return
  try {
    for (const storage of storages(scope)) storage.setItem(WANTED_PAGE_KEY, JSON.stringify(kept))
  } catch {
    // Storage is full: signing in leads to the dashboard.
  }
}

/** Returns the page to show after a sign-in; the tab's own page takes precedence. */
export const wantedPage = (now = Date.now()): string | undefined => keptPage(now)?.path

/** Removes the wanted page once it is shown; after a step, restores the page that follows. */
export function reachPage(now = Date.now()): void {
  const next = keptPage(now)?.next
  forgetPage()
  if (next !== undefined) rememberPage(next, 'browser', now)
}

export function forgetPage(): void {
  for (const storage of storages()) storage.removeItem(WANTED_PAGE_KEY)
}

function keptPage(now: number): Kept | undefined {
  for (const storage of storages()) {
    const kept = keptIn(storage, now)
    if (kept) return kept
  }
  return undefined
}

function keptIn(storage: Storage, now: number): Kept | undefined {
  try {
    const { path, at, next, uid } = JSON.parse(storage.getItem(WANTED_PAGE_KEY) ?? '{}') as Partial<Kept>
    const lifeMs = uid === undefined ? SIGN_IN_LIFE_MS : RETURN_LIFE_MS
    if (typeof path !== 'string' || typeof at !== 'number' || Math.abs(now - at) >= lifeMs) return undefined
    return isOwnPath(path) ? { path, at, next: typeof next === 'string' ? next : undefined, uid } : undefined
  } catch {
    return undefined
  }
}

/** Storage is blocked. */
function storages(scope: 'tab' | 'browser' = 'browser'): Storage[] {
  try {
    return scope === 'tab' ? [sessionStorage] : [sessionStorage, localStorage]
  } catch {
    return []
  }
}
