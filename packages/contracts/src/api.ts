import type { Route } from './define-route.ts'
import * as account from './routes/account.ts'
import * as caching from './routes/caching.ts'
import * as emails from './routes/emails.ts'
import * as health from './routes/health.ts'
import * as internal from './routes/internal.ts'
import * as invitations from './routes/invitations.ts'
import * as notes from './routes/notes.ts'
import * as preferences from './routes/preferences.ts'
import * as progress from './routes/progress.ts'
import * as scripts from './routes/scripts.ts'
import * as sharing from './routes/sharing.ts'
import * as speech from './routes/speech.ts'
import * as voices from './routes/voices.ts'

const modules = [
  health,
  scripts,
  sharing,
  invitations,
  notes,
  progress,
  preferences,
  voices,
  speech,
  caching,
  emails,
  account,
]

/** The public API (product §7): the gateway forwards exactly these routes and documents exactly these (architecture §5). */
export const API_ROUTES: readonly Route[] = modules.flatMap((module): Route[] => Object.values(module))

/** What services ask each other; never public. */
export const INTERNAL_ROUTES: readonly Route[] = Object.values(internal)

/** Request headers that a route reads, in addition to authorization: the edge and the gateway forward these. */
export const ROUTE_HEADERS: readonly string[] = [
  ...new Set(API_ROUTES.flatMap(({ headers }) => Object.keys(headers?.properties ?? {}))),
]
