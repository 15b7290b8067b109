import { insertOnce, retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { UpdateFilter } from 'mongodb'
import { randomBytes } from 'node:crypto'
import { uidHash } from './accounts.ts'
import { openAccountCheck, turns } from './around-writes.ts'
import type { CollaboratorDocument } from './share-documents.ts'
import type { PreferencesDocument, ProfileDocument, ScriptDocument } from './script-documents.ts'

type StoredProfile = { name?: string; dailyNotes: boolean }
/** A null name is removed. */
type ProfileEdit = { name?: string | null | undefined; dailyNotes?: boolean | undefined }

/** A daily mail that is due: about notes after `since`. */
export type DailyMail = { uid: string; since: Date; dueAt: Date; key: string }

/** Interval between two daily mails of a user. Milliseconds. */
export const DAY_MS = 24 * 3_600_000
const KEY_BYTES = 32
/** A process that has claimed a mail for longer without making it due later has crashed. Milliseconds. */
const CLAIM_MS = 60_000
type ClaimDocument = { _id: string; at: Date }

/** Stores the names that users have set, and who is mailed about new notes; in the document of their preferences. */
export function profileStore(db: DocumentDb) {
  const documents = db.collection<PreferencesDocument>('preferences')
  const scripts = db.collection<ScriptDocument>('scripts')
  const collaborators = db.collection<CollaboratorDocument>('collaborators')
  /** The locks of castings.ts: needed on servers, some of which do not compare and write atomically. */
  const claims = db.collection<ClaimDocument>('casting_turns')
  const requireOpen = openAccountCheck(db)
  const inTurn = turns()
  const profileOf = async (uid: string): Promise<ProfileDocument> =>
    (await documents.findOne({ uid }))?.profile ?? {}
  const update = (uid: string, change: UpdateFilter<PreferencesDocument>) =>
    retryOnDuplicateKey(() => documents.updateOne({ uid }, change, { upsert: true }))

  const change = async (uid: string, { name, dailyNotes }: ProfileEdit, now: Date): Promise<void> => {
    await requireOpen(uid)
    if (name) await update(uid, { $set: { 'profile.name': name } })
    else if (name === null) await update(uid, { $unset: { 'profile.name': '' } })
    const { daily, mailKey } = await profileOf(uid)
    if (dailyNotes === true && !daily) {
      const first = { since: now, dueAt: new Date(now.getTime() + DAY_MS) }
      const key = mailKey ?? randomBytes(KEY_BYTES).toString('base64url')
      await update(uid, { $set: { 'profile.daily': first, 'profile.mailKey': key } })
    } else if (dailyNotes === false) await update(uid, { $unset: { 'profile.daily': '' } })
    await requireOpen(uid, () => documents.deleteOne({ uid }))
  }
  /** False for the claim of a crashed process: whether it sent the mail is unknown. */
  const takeClaim = async (_id: string, now: Date): Promise<boolean | 'later'> => {
    const ago = (ms: number) => new Date(now.getTime() - ms)
    await claims.deleteMany({ at: { $lt: ago(2 * DAY_MS) } })
    if (await insertOnce(claims, { _id, at: now })) return true
    const known = await claims.findOne({ _id })
    return known && known.at < ago(CLAIM_MS) ? false : 'later'
  }
  return {
    find: async (uid: string): Promise<StoredProfile> => {
      const { name, daily } = await profileOf(uid)
      return { ...(name !== undefined && { name }), dailyNotes: daily !== undefined }
    },
    /** Throws UNAUTHENTICATED when the account is closed. */
    change: (uid: string, edit: ProfileEdit, now: Date) => inTurn(uid, () => change(uid, edit, now)),
    /** The names that these users have set. */
    async names(uids: readonly string[]): Promise<Map<string, string>> {
      if (uids.length === 0) return new Map()
      const wanted = { uid: { $in: [...new Set(uids)] }, 'profile.name': { $exists: true } }
      const found = await documents.find(wanted, { projection: { uid: 1, 'profile.name': 1 } }).toArray()
      return new Map(found.map(({ uid, profile }) => [uid, profile!.name!]))
    },
    /** Stores the name of a user as owner and collaborator of every script, where guests' names are compared with it. */
    async nameMember(uid: string, name: string): Promise<void> {
      await scripts.updateMany({ ownerId: uid }, { $set: { ownerName: name } })
      await collaborators.updateMany({ uid }, { $set: { name } })
    },
    /** Daily mails that are due at `now`, the earliest first. */
    async due(now: Date, limit: number): Promise<DailyMail[]> {
      const found = await documents
        .find({ 'profile.daily.dueAt': { $lte: now } })
        .sort({ 'profile.daily.dueAt': 1 })
        .limit(limit)
        .toArray()
      return found.map(({ uid, profile }) => ({ uid, key: profile!.mailKey!, ...profile!.daily! }))
    },
    /** Makes the mail due at `next`; of several processes that claim it, at most one gets true. */
    async claim({ uid, dueAt }: DailyMail, { now, next }: { now: Date; next: Date }): Promise<boolean> {
      const isMine = db.isAtomic || (await takeClaim(`${uidHash(uid)} ${dueAt.getTime()}`, now))
      if (isMine === 'later') return false
      const moved = { $set: { 'profile.daily.dueAt': next } }
      const { matchedCount } = await documents.updateOne(claimed(uid, dueAt), moved)
      return isMine === true && matchedCount === 1
    },
    /** The notes up to `since` need no mail any more. */
    async covered(uid: string, dueAt: Date, since: Date): Promise<void> {
      await documents.updateOne(claimed(uid, dueAt), { $set: { 'profile.daily.since': since } })
    },
    /** Makes a claimed mail due earlier. */
    async retry(uid: string, dueAt: Date, earlier: Date): Promise<void> {
      await documents.updateOne(claimed(uid, dueAt), { $set: { 'profile.daily.dueAt': earlier } })
    },
    /** Stops the daily mail of the user whose links have this key, if any. */
    async stopMail(key: string): Promise<void> {
      await documents.updateOne({ 'profile.mailKey': key }, { $unset: { 'profile.daily': '' } })
    },
  }
}

/** Matches the mail with this claim; not if it was stopped, or stopped and started, meanwhile. */
const claimed = (uid: string, dueAt: Date) => ({ uid, 'profile.daily.dueAt': dueAt })
