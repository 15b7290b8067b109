import type { Route } from './define-route.ts'
import * as account from './routes/account.ts'
import * as caching from './routes/caching.ts'
import * as directions from './routes/directions.ts'
import * as drafts from './routes/drafts.ts'
import * as emails from './routes/emails.ts'
import * as health from './routes/health.ts'
import * as internal from './routes/internal.ts'
import * as invitations from './routes/invitations.ts'
import * as notes from './routes/notes.ts'
import * as preferences from './routes/preferences.ts'
import * as profile from './routes/profile.ts'
import * as progress from './routes/progress.ts'
import * as pronunciations from './routes/pronunciations.ts'
import * as scripts from './routes/scripts.ts'
import * as sharing from './routes/sharing.ts'
import * as speech from './routes/speech.ts'
import * as voices from './routes/voices.ts'

const modules = [
  health,
  scripts,
  drafts,
  pronunciations,
  directions,
  sharing,
  invitations,
  notes,
  progress,
  preferences,
  profile,
  voices,
  speech,
  caching,
  emails,
  account,
]

/** The public API (product §7): the gateway forwards and documents exactly these routes (architecture §5). */
export const API_ROUTES: readonly Route[] = modules.flatMap((module): Route[] => Object.values(module))

/** Calls between services; never public. */
export const INTERNAL_ROUTES: readonly Route[] = Object.values(internal)

/** Request headers that routes read, in addition to authorization: edge and gateway forward these. */
export const ROUTE_HEADERS: readonly string[] = [
  ...new Set(API_ROUTES.flatMap(({ headers }) => Object.keys(headers?.properties ?? {}))),
]
