import { NO_LINE } from '@andscene/contracts/limits'
import { readProgress, saveProgress } from '@andscene/contracts/routes/progress'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { guestIn } from '../sharing/guest-id.ts'
import type { Progress } from '../store/documents/progress.ts'
import { pageOf } from './script-pages.ts'
import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'

/**
 * The last played line of each user. Clearing is stored as -1 with its time, because the newer record wins (product
 * §7).
 */
export function progressRoutes(app: App, { stores, access, visible, draftPlaces, clock }: Context): void {
  const { progress, shares } = stores

  /** The record with its line in this draft. */
  const inDraftOf = async (id: string, to: number, place: Progress): Promise<Progress> => {
    const indexIn = await draftPlaces.between({ id, from: place.draft, to })
    return { ...place, lastPlayedLineIndex: indexIn(place.lastPlayedLineIndex) }
  }

  implement(app, readProgress, async (request) => {
    const { uid, person, query } = request
    const script = await access.script(readProgress, request, ['draft'])
    const draft = await visible.numberOf(person, script, query.draft)
    const place = await progress.find(uid, script.id)
    const shown = place ? await inDraftOf(script.id, draft, place) : { lastPlayedLineIndex: NO_LINE }
    return toResponse(shown, clock.now())
  })

  implement(app, saveProgress, async (request) => {
    const { lastPlayedLineIndex, ageMs, follows } = request.body
    const present = await access.script(saveProgress, request, ['lineCount', 'pageStarts', 'draft'])
    const draft = await visible.numberOf(request.person, present, request.body.draft)
    const { id } = present
    const isPresent = draft === present.draft.number
    const facts = isPresent ? present : await stores.scripts.findDraft(id, draft)
    if (!facts) throw notFound('Draft')
    const { lineCount, pageStarts } = facts
    if (lastPlayedLineIndex >= lineCount) throw invalid(`Invalid line index: ${lastPlayedLineIndex}`)
    // The page is stored with the line for lists. Reads no lines, because a player saves every few seconds.
    const page =
      pageStarts && lastPlayedLineIndex !== NO_LINE ? pageOf(pageStarts, lastPlayedLineIndex) : undefined
    const now = clock.now()
    const guest = guestIn(request.person, now)
    if (guest) await shares.keepGuest(guest)
    const lastUpdated = ageMs === undefined ? now : playedAt(now, ageMs, follows)
    const played = { lastPlayedLineIndex, page, lastUpdated, draft }
    const newer = await progress.save(request.uid, id, played, { isLate: ageMs !== undefined })
    return toResponse(newer ? await inDraftOf(id, draft, newer) : played, now)
  })
}

/** When a line that is sent later was played, by this clock: after the record that it follows (decision 0087). */
function playedAt(now: Date, ageMs: number, follows: string | undefined): Date {
  const after = follows === undefined ? Number.NEGATIVE_INFINITY : Date.parse(follows) + 1
  // A leap second is valid in RFC 3339, but not a date in JavaScript.
  if (Number.isNaN(after)) throw invalid('The record before is not valid')
  return new Date(Math.min(Math.max(now.getTime() - ageMs, after), now.getTime()))
}

const toResponse = (
  { lastPlayedLineIndex, lastUpdated }: Pick<Progress, 'lastPlayedLineIndex'> & Partial<Progress>,
  now: Date,
) => ({
  lastPlayedLineIndex,
  ...(lastUpdated && {
    lastUpdated: lastUpdated.toISOString(),
    ageMs: Math.max(now.getTime() - lastUpdated.getTime(), 0),
  }),
})

/** Playback preferences of a user, for all of their devices (product §4). */
export function preferencesRoutes(app: App, { stores: { preferences } }: Context): void {
  implement(app, readPreferences, async ({ uid }) => ({
    data: { preferences: await preferences.find(uid) },
  }))

  implement(app, savePreferences, async ({ uid, body: { skippedLineTypes, rate, highlightWords } }) => {
    const change = {
      ...(skippedLineTypes && { skippedLineTypes: [...new Set(skippedLineTypes)] }),
      ...(rate !== undefined && { rate }),
      ...(highlightWords !== undefined && { highlightWords }),
    }
    return { data: { preferences: await preferences.change(uid, change) } }
  })
}
