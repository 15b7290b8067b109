import { GUESTS_SHOWN } from '@andscene/contracts/limits'
import type * as contract from '@andscene/contracts/sharing/sharing'
import type { DraftPlaces } from '../drafts/draft-places.ts'
import { pageOf } from '../progress/script-pages.ts'
import type { Hearing } from '../store/documents/progress.ts'
import type { Stores } from '../store/open-stores.ts'
import type { ScriptWith } from '../store/script-store.ts'
import type { Collaborator, Guest, ShareEvent, ShareLink } from '../store/share-store.ts'
import { isGuest } from './guest-id.ts'

/** Returns how far a user or guest has listened. */
type Heard = (uid: string | undefined) => { lastHeardAt?: string; heard?: number; heardPage?: number }

/** The furthest lines are found in the present draft. */
export async function hearingsOf(
  draftPlaces: DraftPlaces,
  found: readonly Hearing[],
  { id, draft, lineCount, pageStarts }: ScriptWith<'lineCount' | 'pageStarts' | 'draft'>,
): Promise<Heard> {
  const byPerson = new Map<string, Hearing>()
  for (const [from, hearings] of Map.groupBy(found, (hearing) => hearing.draft)) {
    const indexIn = await draftPlaces.between({ id, from, to: draft.number })
    for (const hearing of hearings)
      byPerson.set(hearing.uid, { ...hearing, furthestLineIndex: indexIn(hearing.furthestLineIndex) })
  }
  return (uid) => {
    const hearing = uid === undefined ? undefined : byPerson.get(uid)
    if (!hearing) return {}
    const { furthestLineIndex, lastUpdated } = hearing
    return {
      heard: lineCount === 0 ? 0 : Math.min(1, (furthestLineIndex + 1) / lineCount),
      lastHeardAt: lastUpdated.toISOString(),
      ...(pageStarts && { heardPage: pageOf(pageStarts, furthestLineIndex) }),
    }
  }
}

/** The guests of a link: how many there are, how many of them have listened, and those that are shown. */
type Visits = { count: number; listeners: number; shown: readonly Guest[] }
const NO_VISITS: Visits = { count: 0, listeners: 0, shown: [] }
const ofLink = ({ linkId }: Guest) => linkId
type Visited = { id: string; links: readonly ShareLink[]; hearings: readonly Hearing[] }

/** Returns the guests of each link of a script: the last listener first, then those who did not listen. */
export async function visitsOf(
  shares: Stores['shares'],
  { id, links, hearings }: Visited,
): Promise<Map<string, Visits>> {
  const heardAt = new Map(hearings.map(({ uid, lastUpdated }) => [uid, lastUpdated.getTime()]))
  const [latest, listeners, counts] = await Promise.all([
    shares.guests(id, GUESTS_SHOWN),
    shares.findGuests([...heardAt.keys()].filter(isGuest)),
    Promise.all(links.map((link) => shares.countGuests(link.id))),
  ])
  const lastHeard = (guest: Guest) => heardAt.get(guest.id) ?? 0
  const [listenersOf, latestOf] = [Map.groupBy(listeners, ofLink), Map.groupBy(latest, ofLink)]
  return new Map(
    links.map((link, n) => {
      const heard = (listenersOf.get(link.id) ?? []).toSorted((a, b) => lastHeard(b) - lastHeard(a))
      const others = (latestOf.get(link.id) ?? []).filter((guest) => lastHeard(guest) === 0)
      const shown = [...heard, ...others].slice(0, GUESTS_SHOWN)
      return [link.id, { count: counts[n] ?? 0, listeners: heard.length, shown }]
    }),
  )
}

const nothingHeard: Heard = () => ({})

export const collaboratorIn = (
  { id, email, role, invitedAt, expiresAt, joinedAt, mail, uid }: Collaborator,
  heard: Heard = nothingHeard,
): contract.Collaborator => ({
  _id: id,
  email,
  role,
  invitedAt: invitedAt.toISOString(),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  ...(joinedAt && { joinedAt: joinedAt.toISOString() }),
  mail,
  ...heard(uid),
})

export const linkIn = (
  link: ShareLink,
  { count, listeners, shown }: Visits = NO_VISITS,
  heard: Heard = nothingHeard,
): contract.ShareLink => ({
  _id: link.id,
  name: link.name,
  role: link.role,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  ...(link.revokedAt && { revokedAt: link.revokedAt.toISOString() }),
  hasPassphrase: link.passphraseHash !== undefined,
  ...(link.changesSince !== undefined && { changesSince: link.changesSince }),
  opens: link.opens,
  ...(link.lastOpenedAt && { lastOpenedAt: link.lastOpenedAt.toISOString() }),
  guests: shown.map(({ id, name, openedAt }) => ({
    ...(name !== undefined && { name }),
    openedAt: openedAt.toISOString(),
    heard: 0,
    ...heard(id),
  })),
  guestCount: count,
  listenerCount: listeners,
})

/** The owner is shown with the present name. */
export const eventIn = (
  { at, kind, actor, actorId, subject, role }: ShareEvent,
  { ownerId, ownerName = actor }: ScriptWith<'ownerName'>,
): contract.ShareEvent => ({
  at: at.toISOString(),
  kind,
  actor: actorId === ownerId ? ownerName : actor,
  subject,
  ...(role && { role }),
})
