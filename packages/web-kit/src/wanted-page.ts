/**
 * The page that somebody asked for before they were signed in, so that signing in, registering or verifying an address ends
 * there (product §2). The addresses in between stay as specified.
 */

/** Begins as all that is removed with what is kept of a person (storage-keys.ts). */
const WANTED_PAGE_KEY = 'andscene_wanted_page'
/** Milliseconds. */
const LIFE_MS = 3_600_000
/** They lead to signing in themselves. */
const NEVER = new Set(['/', '/login', '/secret-login', '/register'])

type Kept = { path: string; at: number }

/** Only a path of this origin, with its query and fragment: what is stored must not lead anywhere else. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return false
  return URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
}

export const shownPath = (): string => location.pathname + location.search + location.hash

/**
 * Keeps the page in this tab and, for `browser`, in the browser, because the link of an e-mail opens another tab. A session
 * that ends keeps it for its `tab` alone.
 */
export function rememberPage(path: string, scope: 'tab' | 'browser' = 'browser', now = Date.now()): void {
  if (!isOwnPath(path) || NEVER.has(new URL(path, location.origin).pathname)) return
  const kept = JSON.stringify({ path, at: now } satisfies Kept)
  for (const storage of storages(scope)) storage.setItem(WANTED_PAGE_KEY, kept)
}

/** The page to show to whoever has signed in; the tab's own first. */
export function wantedPage(now = Date.now()): string | undefined {
  for (const storage of storages()) {
    const path = pathIn(storage.getItem(WANTED_PAGE_KEY), now)
    if (path !== undefined) return path
  }
  return undefined
}

export function forgetPage(): void {
  for (const storage of storages()) storage.removeItem(WANTED_PAGE_KEY)
}

function pathIn(kept: string | null, now: number): string | undefined {
  try {
    const { path, at } = JSON.parse(kept ?? '{}') as Partial<Kept>
    const isGood = typeof path === 'string' && typeof at === 'number' && Math.abs(now - at) < LIFE_MS
    return isGood && isOwnPath(path) ? path : undefined
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
