import { ENDED_LINKS_KEPT, GUESTS_LIMIT, LINKS_LIMIT } from '@andscene/contracts/limits'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Guest, LinkStore, ShareLink } from '../share-store.ts'
import { SHARE_GUESTS, SHARE_LINKS } from '../tables.ts'

export function sqliteShareLinks(db: DatabaseSync, guestsLimit = GUESTS_LIMIT): LinkStore {
  const sql = {
    add: db.prepare(
      `INSERT INTO ${SHARE_LINKS.into} SELECT ${SHARE_LINKS.parameters} FROM scripts WHERE id = :scriptId AND
         (SELECT count(*) FROM share_links
          WHERE script_id = :scriptId AND revoked_at IS NULL AND expires_at > :createdAt) < :limit`,
    ),
    removeEnded: db.prepare(
      `DELETE FROM share_links WHERE id IN
         (SELECT id FROM share_links WHERE script_id = ? AND (revoked_at IS NOT NULL OR expires_at <= ?)
          ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?)`,
    ),
    isForgettable: db.prepare(`SELECT 1 FROM share_links AS link WHERE ${ENDED} LIMIT 1`),
    forgetPlaces: db.prepare(
      `DELETE FROM progress WHERE uid IN
         (SELECT guest.id FROM share_guests AS guest JOIN share_links AS link ON link.id = link_id WHERE ${ENDED})`,
    ),
    forgetEnded: db.prepare(`DELETE FROM share_links AS link WHERE ${ENDED}`),
    ofScript: db.prepare(
      `SELECT ${COLUMNS} FROM share_links WHERE script_id = ? ORDER BY created_at DESC, id DESC`,
    ),
    find: db.prepare(`SELECT ${COLUMNS} FROM share_links WHERE id = ?`),
    findByHash: db.prepare(`SELECT ${COLUMNS} FROM share_links WHERE token_hash = ?`),
    change: db.prepare(
      `UPDATE share_links
       SET name = coalesce(:name, name), role = coalesce(:role, role), expires_at = coalesce(:expiresAt, expires_at),
           revoked_at = coalesce(revoked_at, :revokedAt)
       WHERE script_id = :scriptId AND id = :id AND
         (:expiresAt IS NULL OR revoked_at IS NOT NULL OR expires_at > :now OR
          (SELECT count(*) FROM share_links AS other
           WHERE other.script_id = :scriptId AND other.revoked_at IS NULL AND other.expires_at > :now) < :limit)
       RETURNING ${COLUMNS}`,
    ),
    countOpening: db.prepare(
      `UPDATE share_links SET opens = opens + 1, last_opened_at = ?
       WHERE id = ? AND script_id = ? AND revoked_at IS NULL`,
    ),
    isOfLink: db.prepare('SELECT 1 FROM share_links WHERE id = ? AND script_id = ? AND revoked_at IS NULL'),
    addGuest: db.prepare(`INSERT INTO ${SHARE_GUESTS.into} VALUES (${SHARE_GUESTS.parameters})`),
    countGuests: db.prepare('SELECT count(*) AS count FROM share_guests WHERE link_id = ?'),
    // As leastMissed.
    leastMissed: db.prepare(
      `SELECT guest.id AS id FROM share_guests AS guest LEFT JOIN progress AS place
         ON place.script_id = :scriptId AND place.uid = guest.id
       WHERE link_id = :linkId
       ORDER BY EXISTS (SELECT 1 FROM notes WHERE author_id = guest.id),
         name IS NOT NULL OR coalesce(place.furthest, -1) >= 0,
         max(opened_at, coalesce(unixepoch(place.updated_at, 'subsec') * 1000, 0)), guest.id
       LIMIT 1`,
    ),
    forgetPlace: db.prepare('DELETE FROM progress WHERE script_id = ? AND uid = ?'),
    forgetGuest: db.prepare('DELETE FROM share_guests WHERE id = ?'),
    findGuest: db.prepare(
      `SELECT ${GUEST_COLUMNS} FROM share_guests AS guest JOIN share_links AS link ON link.id = link_id
       WHERE guest.id = ?`,
    ),
    findGuestByKey: db.prepare(
      `SELECT ${GUEST_COLUMNS} FROM share_guests AS guest JOIN share_links AS link ON link.id = link_id
       WHERE key_hash = ?`,
    ),
    nameGuest: db.prepare('UPDATE share_guests SET name = ? WHERE id = ?'),
    // Link by link, so that no more of a link's guests are read than are shown.
    guests: db.prepare(
      `SELECT ${GUEST_COLUMNS} FROM share_links AS link JOIN share_guests AS guest ON guest.rowid IN
         (SELECT rowid FROM share_guests WHERE link_id = link.id ORDER BY opened_at DESC, id DESC LIMIT ?)
       WHERE script_id = ? ORDER BY opened_at DESC, guest.id DESC`,
    ),
  }

  /** Adds a guest and, when the link has its limit of guests, removes another. */
  const addGuest = (guest: Guest) => {
    const { linkId, scriptId } = guest
    if ((sql.countGuests.get(linkId)!.count as number) >= guestsLimit) {
      const { id } = sql.leastMissed.get({ linkId, scriptId })!
      sql.forgetPlace.run(scriptId, id!)
      sql.forgetGuest.run(id!)
    }
    sql.addGuest.run(SHARE_GUESTS.toParameters(guest))
  }

  return {
    addLink: async (link) =>
      inTransaction(db, () => {
        const { changes } = sql.add.run({ ...SHARE_LINKS.toParameters(link), limit: LINKS_LIMIT })
        sql.removeEnded.run(link.scriptId, link.createdAt.getTime(), ENDED_LINKS_KEPT)
        return changes === 1
      }),
    links: async (scriptId) => sql.ofScript.all(scriptId).map(toLink),
    findLink: async (id) => maybeLink(sql.find.get(id)),
    findLinkByHash: async (tokenHash) => maybeLink(sql.findByHash.get(tokenHash)),
    changeLink: async (scriptId, id, { name = null, role = null, expiresAt, revokedAt }, now = LONG_AGO) =>
      maybeLink(
        sql.change.get({
          scriptId,
          id,
          name,
          role,
          expiresAt: expiresAt?.getTime() ?? null,
          revokedAt: revokedAt?.getTime() ?? null,
          now: now.getTime(),
          limit: LINKS_LIMIT,
        }),
      ),
    addGuest: async (guest) =>
      inTransaction(db, () => {
        const { linkId, scriptId, openedAt } = guest
        if (sql.countOpening.run(openedAt.getTime(), linkId, scriptId).changes === 0) return false
        addGuest(guest)
        return true
      }),
    keepGuest: async (guest) => {
      const { id, linkId, scriptId, name } = guest
      if (name === undefined ? sql.findGuest.get(id) : sql.nameGuest.run(name, id).changes === 1) return true
      return inTransaction(db, () => {
        if (!sql.isOfLink.get(linkId, scriptId)) return false
        addGuest({ ...guest, keyHash: undefined })
        return true
      })
    },
    forgetEnded: async (before) => {
      // A write takes the lock of all writers even when it finds nothing.
      if (!sql.isForgettable.get(before.getTime())) return
      inTransaction(db, () => {
        sql.forgetPlaces.run(before.getTime())
        sql.forgetEnded.run(before.getTime())
      })
    },
    findGuest: async (id) => maybeGuest(sql.findGuest.get(id)),
    findGuestByKey: async (keyHash) => maybeGuest(sql.findGuestByKey.get(keyHash)),
    removeGuest: async (id) => {
      sql.forgetGuest.run(id)
    },
    guests: async (scriptId, perLink) => sql.guests.all(perLink, scriptId).map(toGuest),
  }
}

const ENDED = '(link.revoked_at < ?1 OR link.expires_at < ?1)'

/** No link had expired at this time. */
const LONG_AGO = new Date(0)

const COLUMNS = SHARE_LINKS.columns()
const GUEST_COLUMNS = `${SHARE_GUESTS.columns('guest')}, script_id AS scriptId`

const toLink = (row: object): ShareLink => SHARE_LINKS.fromRow(row)
const maybeLink = (row: object | undefined) => row && toLink(row)
const toGuest = (row: object): Guest => SHARE_GUESTS.fromRow<Guest>(row)
const maybeGuest = (row: object | undefined) => row && toGuest(row)
