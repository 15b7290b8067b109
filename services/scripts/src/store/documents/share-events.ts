import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { ABSENT, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Filter } from 'mongodb'
import { COMINGS, COMINGS_KEPT, type ShareEvent } from '../share-store.ts'
import { scriptCheck, turns } from './around-writes.ts'
import { accountStore } from './accounts.ts'
import { shareCollections } from './share-documents.ts'

export function shareEventStore(db: DocumentDb) {
  const { collaborators, events } = shareCollections(db)
  const isThere = scriptCheck(db)
  const { isClosed } = accountStore(db)
  const people = eventPeople(db)
  const inTurn = turns()

  /**
   * Returns the account of the event's invitation. Read after the event is stored: if it is bound meanwhile, one of the
   * two writes notices the other.
   */
  const subjectUidOf = async ({ scriptId, subjectId, subjectUid }: ShareEvent) => {
    if (subjectUid !== undefined || subjectId === undefined) return subjectUid
    const uid = (await collaborators.findOne({ _id: subjectId, scriptId }, { projection: { uid: 1 } }))?.uid
    if (uid !== undefined) await people.bind({ scriptId, subjectId }, uid)
    return uid
  }
  const removeBehind = async (filter: Filter<ShareEvent>, kept: number) => {
    const older = await events
      .find(filter, { projection: { _id: 1 } })
      .sort({ at: -1, _id: -1 })
      .skip(kept)
      .toArray()
    if (older.length > 0) await events.deleteMany({ _id: { $in: older.map(({ _id }) => _id) } })
  }
  const removeOldest = async (scriptId: string) => {
    await removeBehind({ scriptId, kind: { $in: [...COMINGS] } }, COMINGS_KEPT)
    await removeBehind({ scriptId }, SHARE_EVENTS_KEPT)
  }
  const waiting = new Map<string, Promise<void>>()
  /** One run serves all calls that arrive while another one is running, because it reads all events. */
  const keepLatest = (scriptId: string): Promise<void> => {
    const next =
      waiting.get(scriptId) ??
      inTurn(scriptId, () => {
        waiting.delete(scriptId)
        return removeOldest(scriptId)
      })
    waiting.set(scriptId, next)
    return next
  }

  return {
    /**
     * Adds an event. Keeps the latest SHARE_EVENTS_KEPT of a script, of which COMINGS are half at most: a caller with a
     * link can join and leave often without displacing other events. Does nothing when the script was deleted. Closed
     * accounts are not named.
     */
    async addEvent(event: ShareEvent): Promise<void> {
      if (!(await isThere(event.scriptId))) return
      const { insertedId } = await events.insertOne({ ...event }, ABSENT)
      if (!(await isThere(event.scriptId))) {
        await events.deleteOne({ _id: insertedId })
        return
      }
      for (const uid of [event.actorId, await subjectUidOf(event)])
        if (uid !== undefined && (await isClosed(uid))) await people.forget(uid)
      await keepLatest(event.scriptId)
    },
    /** Newest first. */
    async events(scriptId: string): Promise<ShareEvent[]> {
      const found = await events.find({ scriptId }).sort({ at: -1, _id: -1 }).toArray()
      return found.map(({ _id, ...event }) => event)
    },
  }
}

/** Returns the accounts and names of the users in events. */
export function eventPeople(db: DocumentDb) {
  const { events } = shareCollections(db)
  return {
    /** Adds the account to the events of an invitation that is now bound to it. */
    async bind(invitation: { scriptId: string; subjectId: string }, uid: string): Promise<void> {
      await events.updateMany(invitation, { $set: { subjectUid: uid } })
    },
    async forget(uid: string): Promise<void> {
      await events.updateMany(
        { actorId: uid },
        { $set: { actor: FORMER_COLLABORATOR }, $unset: { actorId: '' } },
      )
      await events.updateMany(
        { subjectUid: uid },
        { $set: { subject: FORMER_COLLABORATOR }, $unset: { subjectUid: '' } },
      )
    },
  }
}
