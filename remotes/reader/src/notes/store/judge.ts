import type { RoutePresent } from '@andscene/contracts/define-route'
import type { changeNote } from '@andscene/contracts/routes/notes'
import { ApiError } from '@andscene/web-kit/api-client'
import { isTransient } from '@andscene/web-kit/retries'

/** What a failed request says of what was asked for. */
export type Verdict =
  /** It may pass by itself, or the session has ended: it is kept and sent again. */
  'again' | 'conflict' | 'missing' | 'refused'

export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof ApiError)) return 'again'
  if (isTransient(error) || error.status === 0 || error.status === 401) return 'again'
  if (error.status === 409) return 'conflict'
  return error.status === 404 ? 'missing' : 'refused'
}

/** The note as it is now, when a failure says so: a shell one release older does not read it. */
export const presentOf = (error: unknown) =>
  error instanceof ApiError ? (error.present as RoutePresent<typeof changeNote> | undefined) : undefined
