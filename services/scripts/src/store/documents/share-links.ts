import { ENDED_LINKS_KEPT, GUESTS_LIMIT, LINKS_LIMIT } from '@andscene/contracts/limits'
import { ABSENT, insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Guest, LinkChange, ShareLink } from '../share-store.ts'
import { scriptCheck, type turns } from './around-writes.ts'
import { heardOf, type ProgressDocument } from './progress.ts'
import { noteCollection } from './note-documents.ts'
import { found, fromDocument, shareCollections, toDocument } from './share-documents.ts'

/** `inTurn` is shared with the other stores of scripts. */
export function linkStore(db: DocumentDb, inTurn: ReturnType<typeof turns>, guestsLimit = GUESTS_LIMIT) {
  const { links, guests } = shareCollections(db)
  const places = db.collection<ProgressDocument>('progress')
  const isThere = scriptCheck(db)
  const removeEnded = async (scriptId: string, now: Date) => {
    const ended = await links
      .find(
        { scriptId, $or: [{ revokedAt: { $exists: true } }, { expiresAt: { $lte: now } }] },
        { projection: { _id: 1 } },
      )
      .sort({ createdAt: -1, _id: -1 })
      .skip(ENDED_LINKS_KEPT)
      .toArray()
    if (ended.length === 0) return
    const ids = ended.map(({ _id }) => _id)
    // Guests first: they are found by their links, should the process die in between.
    await guests.deleteMany({ linkId: { $in: ids } })
    await links.deleteMany({ _id: { $in: ids } })
  }
  /** Makes room for one guest; another process may have added one as well. */
  const makeRoom = async ({ linkId, scriptId }: Guest) => {
    const count = await guests.countDocuments({ linkId })
    if (count < guestsLimit) return
    const all = (await guests.find({ linkId }).toArray()).map(fromDocument<Guest>)
    const uids = all.map(({ id }) => id)
    const [heard, written] = await Promise.all([
      places.find({ scriptId, uid: { $in: uids } }).toArray(),
      noteCollection(db)
        .find({ 'note.authorId': { $in: uids } }, { projection: { 'note.authorId': 1 } })
        .toArray(),
    ])
    const authors = new Set(written.map(({ note }) => note?.authorId))
    const missed = leastMissed(all, { heard, authors }).slice(0, count - guestsLimit + 1)
    // Guests last: their positions are found by them, should the process die in between.
    await places.deleteMany({ scriptId, uid: { $in: missed } })
    await guests.deleteMany({ _id: { $in: missed } })
  }
  /** Undefined if the guest exists already. */
  const insertGuest = async (guest: Guest): Promise<boolean | undefined> => {
    await makeRoom(guest)
    if (!(await insertOnce(guests, toDocument(guest)))) return undefined
    if (await isThere(guest.scriptId)) return true
    await guests.deleteOne({ _id: guest.id })
    return false
  }

  return {
    /**
     * Adds a link. False when the script was deleted, or has LINKS_LIMIT open links. Keeps the latest ENDED_LINKS_KEPT
     * of the links that are expired or revoked; older ones are removed with their guests.
     */
    addLink: (link: ShareLink): Promise<boolean> =>
      inTurn(link.scriptId, async () => {
        const { scriptId, createdAt } = link
        if (!(await isThere(scriptId))) return false
        await links.insertOne(toDocument(link), ABSENT)
        await removeEnded(scriptId, createdAt)
        // Counted after the insert, like scripts.
        const open = await links.countDocuments(openAt(scriptId, createdAt))
        if (open <= LINKS_LIMIT && (await isThere(scriptId))) return true
        await links.deleteOne({ _id: link.id })
        return false
      }),
    /** Newest first. */
    links: async (scriptId: string): Promise<ShareLink[]> =>
      (await links.find({ scriptId }).sort({ createdAt: -1, _id: -1 }).toArray()).map(
        fromDocument<ShareLink>,
      ),
    findLink: async (id: string) => found<ShareLink>(await links.findOne({ _id: id })),
    findLinkByHash: async (tokenHash: string) => found<ShareLink>(await links.findOne({ tokenHash })),
    /**
     * Changes a link. Undefined when it does not exist. A link that is revoked again keeps the time of the first
     * revocation. With `now`, also undefined when a new expiry would reopen an expired link beyond LINKS_LIMIT.
     */
    changeLink: (scriptId: string, id: string, wanted: LinkChange, now?: Date) =>
      inTurn(scriptId, async (): Promise<ShareLink | undefined> => {
        const { name, role, expiresAt, revokedAt } = wanted
        const over = now && expiresAt && (await links.findOne({ ...openAt(scriptId, now, '$lte'), _id: id }))
        if (over) {
          await links.updateOne({ _id: id, scriptId }, { $set: { expiresAt } })
          // Counted after the change, like new links.
          if ((await links.countDocuments(openAt(scriptId, now))) > LINKS_LIMIT) {
            await links.updateOne({ _id: id, scriptId }, { $set: { expiresAt: over.expiresAt } })
            return undefined
          }
        }
        const change = Object.entries({ name, role, expiresAt }).filter(([, value]) => value !== undefined)
        if (change.length > 0)
          await links.updateOne({ _id: id, scriptId }, { $set: Object.fromEntries(change) })
        if (revokedAt)
          await links.updateOne({ _id: id, scriptId, revokedAt: { $exists: false } }, { $set: { revokedAt } })
        return found<ShareLink>(await links.findOne({ _id: id, scriptId }))
      }),
    /**
     * Counts an opening and stores its guest. Beyond GUESTS_LIMIT one guest is removed with their progress (decision
     * 0064): first guests without notes, of these first guests with neither a name nor a played line, of these the one
     * whose last visit is longest ago. False when the link was revoked or deleted.
     */
    addGuest: (guest: Guest): Promise<boolean> =>
      inTurn(guest.scriptId, async () => {
        const { linkId, scriptId, openedAt } = guest
        const { matchedCount } = await links.updateOne(
          { _id: linkId, scriptId, revokedAt: { $exists: false } },
          { $inc: { opens: 1 }, $set: { lastOpenedAt: openedAt } },
        )
        return matchedCount === 1 && (await insertGuest(guest)) === true
      }),
    /**
     * Sets the guest's name, if the guest exists. A removed guest is stored again, which does not count as an opening;
     * otherwise as addGuest.
     */
    keepGuest: (guest: Guest): Promise<boolean> =>
      inTurn(guest.scriptId, async function keep(): Promise<boolean> {
        const { id, linkId, scriptId, name } = guest
        const known =
          name === undefined
            ? await guests.countDocuments({ _id: id })
            : (await guests.updateOne({ _id: id }, { $set: { name } })).matchedCount
        if (known === 1) return true
        const link = { _id: linkId, scriptId, revokedAt: { $exists: false } }
        if (!(await links.findOne(link, { projection: { _id: 1 } }))) return false
        // Another process may just have stored the guest.
        return (await insertGuest(guest)) ?? keep()
      }),
    /** Removes links that were revoked or expired before this moment, with their guests and the positions of these. */
    async forgetEnded(before: Date): Promise<void> {
      const ended = { $or: [{ revokedAt: { $lt: before } }, { expiresAt: { $lt: before } }] }
      for (const { _id, scriptId } of await links.find(ended, { projection: { scriptId: 1 } }).toArray())
        await inTurn(scriptId, async () => {
          // It may have been renewed meanwhile.
          if (!(await links.findOne({ _id, ...ended }, { projection: { _id: 1 } }))) return
          const ofLink = await guests.find({ linkId: _id }, { projection: { _id: 1 } }).toArray()
          const uids = ofLink.map((guest) => guest._id)
          // The link last: guests and positions are found by it, should the process die in between.
          if (uids.length > 0) await places.deleteMany({ scriptId, uid: { $in: uids } })
          await guests.deleteMany({ linkId: _id })
          await links.deleteOne({ _id })
        })
    },
    findGuest: async (id: string) => found<Guest>(await guests.findOne({ _id: id })),
    findGuestByKey: async (keyHash: string) => found<Guest>(await guests.findOne({ keyHash })),
    async removeGuest(id: string): Promise<void> {
      await guests.deleteOne({ _id: id })
    },
    /** Those of these guests that exist, in no order. */
    async findGuests(ids: readonly string[]): Promise<Guest[]> {
      const known: Guest[] = []
      // A query has a limited size.
      for (let from = 0; from < ids.length; from += GUESTS_AT_ONCE) {
        const some = { _id: { $in: ids.slice(from, from + GUESTS_AT_ONCE) } }
        known.push(...(await guests.find(some).toArray()).map(fromDocument<Guest>))
      }
      return known
    },
    /** The number of guests of a link. */
    countGuests: (linkId: string): Promise<number> => guests.countDocuments({ linkId }),
    /** Guests of all links of a script, latest first, at most `perLink` of each. */
    async guests(scriptId: string, perLink: number): Promise<Guest[]> {
      const ofScript = await links.find({ scriptId }, { projection: { _id: 1 } }).toArray()
      // One query per link, so that no more guests are read than are shown.
      const ofLinks = await Promise.all(
        ofScript.map(({ _id }) =>
          guests.find({ linkId: _id }).sort({ openedAt: -1, _id: -1 }).limit(perLink).toArray(),
        ),
      )
      return ofLinks
        .flat()
        .toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())
        .map(fromDocument<Guest>)
    },
  }
}

const GUESTS_AT_ONCE = 1_000

type Known = { heard: readonly ProgressDocument[]; authors: ReadonlySet<string | undefined> }

/** Ids of guests in the order of their removal (see addGuest). */
function leastMissed(guests: readonly Guest[], { heard, authors }: Known): string[] {
  const places = new Map(heard.map((place) => [place.uid, place]))
  return guests
    .map(({ id, name, openedAt }) => {
      const place = places.get(id)
      const isActive = name !== undefined || (place !== undefined && heardOf(place).length > 0)
      const lastMs = Math.max(openedAt.getTime(), place?.lastUpdated.getTime() ?? 0)
      return { id, rank: [Number(authors.has(id)), Number(isActive), lastMs] as const }
    })
    .toSorted(
      ({ id, rank: [notes, active, last] }, other) =>
        notes - other.rank[0] || active - other.rank[1] || last - other.rank[2] || (id < other.id ? -1 : 1),
    )
    .map(({ id }) => id)
}

/** Matches links that are not revoked and expire after `now`, or not after it. */
const openAt = (scriptId: string, now: Date, end: '$gt' | '$lte' = '$gt') => ({
  scriptId,
  revokedAt: { $exists: false },
  expiresAt: { [end]: now },
})
