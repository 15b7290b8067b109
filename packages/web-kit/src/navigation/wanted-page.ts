import { SIGN_IN_LIFE_MS } from '@andscene/contracts/limits'

/**
 * The page that somebody asked for before they were signed in, so that signing in, registering or verifying an address ends
 * there (product §2). The addresses in between stay as specified.
 */

/** Outlives what is removed of a person: the end of a session keeps or forgets it itself. */
export const WANTED_PAGE_KEY = 'andscene_wanted_page'
/** They lead to signing in themselves. */
const NEVER = new Set(['/', '/login', '/secret-login', '/register'])

/** `next`: the page that `path` is a step to. */
type Kept = { path: string; at: number; next?: string | undefined }

/** Only a path of this origin, with its query and fragment: what is stored must not lead anywhere else. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return false
  return URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
}

export const shownPath = (): string => location.pathname + location.search + location.hash

/**
 * Keeps the page in this tab and, for `browser`, in the browser, because the link of an e-mail opens another tab. A session
 * that expires keeps it for its `tab` alone.
 */
export function rememberPage(path: string, scope: 'tab' | 'browser' = 'browser', now = Date.now()): void {
  keep({ path, at: now }, scope)
}

/** A page on the route to the wanted one, such as a verification link: once it was shown, the other is wanted again. */
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
    // Full: signing in leads to the dashboard.
  }
}

/** The page to show after a sign-in; the tab's own first. */
export const wantedPage = (now = Date.now()): string | undefined => keptPage(now)?.path

/** The wanted page is shown: nothing is wanted any more, unless it was a step. */
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
    const { path, at, next } = JSON.parse(storage.getItem(WANTED_PAGE_KEY) ?? '{}') as Partial<Kept>
    if (typeof path !== 'string' || typeof at !== 'number' || Math.abs(now - at) >= SIGN_IN_LIFE_MS)
      return undefined
    return isOwnPath(path) ? { path, at, next: typeof next === 'string' ? next : undefined } : undefined
  } catch {
    return undefined
  }
}

/** None where storage is blocked: then nothing is remembered. */
function storages(scope: 'tab' | 'browser' = 'browser'): Storage[] {
  try {
    return scope === 'tab' ? [sessionStorage] : [sessionStorage, localStorage]
  } catch {
    return []
  }
}
