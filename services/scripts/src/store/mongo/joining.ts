import { COLLABORATORS_LIMIT, LINK_COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import { insertOnce } from '@andscene/service-kit/stores/mongo'
import type { Db } from 'mongodb'
import type { JoiningCollaborator, JoinResult } from '../share-store.ts'
import { removals } from './removals.ts'
import { scriptCheck } from './script-check.ts'
import { collaboratorDocument, expiredInvitation, shareCollections } from './share-documents.ts'

/** As CollaboratorStore.join, for an open account. Runs in the turn of the script; another process may intervene. */
export function joining(db: Db): (collaborator: JoiningCollaborator) => Promise<JoinResult> {
  const { collaborators } = shareCollections(db)
  const isThere = scriptCheck(db)
  const removed = removals(db)
  const has = async (filter: object) =>
    (await collaborators.findOne(filter, { projection: { _id: 1 } })) !== null

  return async function join(collaborator) {
    const { scriptId, email, uid, id } = collaborator
    if (await has({ scriptId, uid })) return 'present'
    if (await has({ _id: id })) return 'claimed'
    await collaborators.deleteOne(expiredInvitation(collaborator))
    if (await has({ scriptId, email })) return 'no-room'
    if (await removed.has(scriptId, uid)) return 'removed'
    if (!(await insertOnce(collaborators, collaboratorDocument(collaborator)))) return join(collaborator)
    // Counted when it is in, as scripts are.
    const [all, byLink] = await Promise.all(
      [{}, { linkId: { $exists: true } }].map((filter) =>
        collaborators.countDocuments({ scriptId, ...filter }),
      ),
    )
    if (all! <= COLLABORATORS_LIMIT && byLink! <= LINK_COLLABORATORS_LIMIT && (await isThere(scriptId)))
      return 'joined'
    await collaborators.deleteOne({ _id: id })
    return 'no-room'
  }
}
