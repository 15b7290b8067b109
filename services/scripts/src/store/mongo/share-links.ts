import { GUESTS_LIMIT, LINKS_LIMIT } from '@andscene/contracts/limits'
import type { Db } from 'mongodb'
import type { Guest, LinkStore, ShareLink } from '../share-store.ts'
import type { turns } from './in-turn.ts'
import { scriptCheck } from './script-check.ts'
import {
  ABSENT,
  fromDocument,
  shareCollections,
  toDocument,
  type GuestDocument,
  type LinkDocument,
} from './share-documents.ts'

/** `inTurn` is of scripts. */
export function mongoShareLinks(db: Db, inTurn: ReturnType<typeof turns>): LinkStore {
  const { links, guests } = shareCollections(db)
  const isThere = scriptCheck(db)

  return {
    addLink: (link) =>
      inTurn(link.scriptId, async () => {
        const { scriptId, createdAt } = link
        if (!(await isThere(scriptId))) return false
        await links.insertOne(toDocument(link), ABSENT)
        // Counted when it is in, as scripts are.
        const open = { scriptId, revokedAt: { $exists: false }, expiresAt: { $gt: createdAt } }
        if ((await links.countDocuments(open)) <= LINKS_LIMIT && (await isThere(scriptId))) return true
        await links.deleteOne({ _id: link.id })
        return false
      }),
    links: async (scriptId) =>
      (await links.find({ scriptId }).sort({ createdAt: -1, _id: -1 }).toArray()).map(readLink),
    async findLink(id) {
      const found = await links.findOne({ _id: id })
      return found ? readLink(found) : undefined
    },
    async findLinkByHash(tokenHash) {
      const found = await links.findOne({ tokenHash })
      return found ? readLink(found) : undefined
    },
    changeLink: (scriptId, id, { name, role, expiresAt, revokedAt }) =>
      inTurn(scriptId, async () => {
        const change = Object.entries({ name, role, expiresAt, revokedAt }).filter(
          ([, value]) => value !== undefined,
        )
        if (change.length > 0)
          await links.updateOne({ _id: id, scriptId }, { $set: Object.fromEntries(change) })
        const changed = await links.findOne({ _id: id, scriptId })
        return changed ? readLink(changed) : undefined
      }),
    addGuest: (guest) =>
      inTurn(guest.scriptId, async () => {
        const { linkId, scriptId, openedAt } = guest
        // Every opening has one guest, so that their number is known without counting them.
        const { matchedCount } = await links.updateOne(
          { _id: linkId, scriptId, revokedAt: { $exists: false }, opens: { $lt: GUESTS_LIMIT } },
          { $inc: { opens: 1 }, $set: { lastOpenedAt: openedAt } },
        )
        if (matchedCount === 0) return false
        await guests.insertOne(toDocument(guest), ABSENT)
        if (await isThere(scriptId)) return true
        await guests.deleteOne({ _id: guest.id })
        return false
      }),
    async findGuest(id) {
      const found = await guests.findOne({ _id: id })
      return found ? readGuest(found) : undefined
    },
    nameGuest: async (id, name) =>
      (await guests.updateOne({ _id: id }, { $set: { name } })).matchedCount === 1,
    async guests(scriptId, perLink) {
      const ofScript = await links.find({ scriptId }, { projection: { _id: 1 } }).toArray()
      // Link by link, so that no more of a link's guests are read than are shown.
      const found = await Promise.all(
        ofScript.map(({ _id }) =>
          guests.find({ linkId: _id }).sort({ openedAt: -1, _id: -1 }).limit(perLink).toArray(),
        ),
      )
      return found
        .flat()
        .toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())
        .map(readGuest)
    },
  }
}

const readLink = (document: LinkDocument): ShareLink => fromDocument<ShareLink>(document)
const readGuest = (document: GuestDocument): Guest => fromDocument<Guest>(document)
