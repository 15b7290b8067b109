import type { CopyMoment } from '@andscene/service-kit/data/data-part'
import { NO_LINE } from '@andscene/contracts/limits'
import type { Db } from 'mongodb'
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { castCountOf } from '../../store/script-store.ts'
import { NO_PREFERENCES } from '../../store/preferences-store.ts'
import {
  ALIVE,
  toCasting,
  toProgress,
  type ClosedAccountDocument,
  type PreferencesDocument,
  type ProgressDocument,
  type ScriptDocument,
} from '../../store/mongo/documents.ts'
import type { FileDocument } from '../../store/mongo/script-files.ts'
import { CASTING_CHANGES, SCRIPTS } from '../../store/tables.ts'
import { copyNotes } from './copy-notes.ts'
import { copyShares } from './copy-shares.ts'
import { inserter, type Add } from '@andscene/service-kit/data/inserter'

/** A casting this young may be later than the copy of tts: its command is sent again. Milliseconds. */
const YOUNG_MS = 60_000

/**
 * Reads all documents of this service while it continues to write. Scripts are read before what belongs to them, so
 * each script is complete. A script that was removed meanwhile, and data of one that was added meanwhile, is left
 * out. The data of tts was read before: a script without audio gets it again, audio without its script would remain.
 */
export async function copyOut(server: Db, db: DatabaseSync, { held, scriptIds }: CopyMoment): Promise<void> {
  // Where nothing is written meanwhile, none is young.
  const young = scriptIds ? (Date.now() - YOUNG_MS) * 1_000 : Infinity
  await held()
  const scripts = server.collection<ScriptDocument>('scripts')
  const add = inserter(db)
  for await (const script of scripts.find())
    if (script.ownerId !== undefined) addScript(add, script, young)
    else if (script.cancelledAt !== undefined)
      add('cancelled_uploads', {
        upload_key: script.uploadKey,
        cancelled_at: script.cancelledAt.getTime(),
        owner_id: script.cancelledBy ?? '',
      })
    else addCommand(add, script)
  for await (const { _id, file } of server.collection<FileDocument>('script_files').find())
    add('script_files', { script_id: _id, file })
  for await (const place of server.collection<ProgressDocument>('progress').find()) addProgress(add, place)
  for await (const { uid, preferences } of server.collection<PreferencesDocument>('preferences').find())
    add('preferences', { uid, value: JSON.stringify({ ...NO_PREFERENCES, ...preferences }) })
  for await (const account of server.collection<ClosedAccountDocument>('closed_accounts').find())
    add('closed_accounts', {
      uid_hash: account._id,
      uid: account.uid ?? null,
      request_id: account.requestId ?? null,
      closed_at: account.closedAt.getTime(),
    })
  await copyShares(server, add)
  await copyNotes(server, db, add)
  await removeGone(server, db, add)
}

function addScript(add: Add, script: ScriptDocument, young: number): void {
  const casting = script.casting ? toCasting(script.casting) : { characterAssignments: {} }
  add(
    SCRIPTS.name,
    SCRIPTS.toRow({
      ...script,
      id: script._id,
      ownerId: script.ownerId!,
      title: script.title!,
      uploadedAt: script.uploadedAt!,
      pages: script.pages!,
      characterCount: script.characterCount!,
      lineCount: script.lineCount!,
      characters: script.characters ?? [],
      casting,
      fileHash: script.fileHash!,
      contentBytes: script.contentBytes ?? 0,
      castCount: castCountOf(casting),
      pageStarts: script.pageStarts === undefined ? undefined : (JSON.parse(script.pageStarts) as number[]),
    }),
  )
  for (const change of script.castingChanges ?? [])
    add(CASTING_CHANGES.name, CASTING_CHANGES.toRow({ ...change, scriptId: script._id }))
  // A script without lines is damaged: the doctor reports it in every store.
  if (script.lines !== undefined) add('script_lines', { script_id: script._id, lines: script.lines })
  if (script.pendingKind) addCommand(add, script)
  else if (script.castingVersion >= young)
    addCommand(add, { ...script, pendingKind: 'casting', pendingRequestId: randomUUID() })
}

const addCommand = (add: Add, script: ScriptDocument): void => {
  if (script.pendingKind)
    add('pending_commands', {
      script_id: script._id,
      kind: script.pendingKind,
      mark: script.castingVersion,
      request_id: script.pendingRequestId!,
      due_at: dueAt(script.pendingSince),
    })
}

/** Of a command that was never sent, or of none, it is 0 in the tables. */
const dueAt = (pendingSince: Date): number => (pendingSince.getTime() <= 1 ? 0 : pendingSince.getTime())

function addProgress(add: Add, place: ProgressDocument): void {
  const { lastPlayedLineIndex, page, lastUpdated } = toProgress(place)
  add('progress', {
    script_id: place.scriptId,
    uid: place.uid,
    line_index: lastPlayedLineIndex,
    updated_at: lastUpdated.toISOString(),
    page: page ?? null,
    furthest: Math.max(place.furthest ?? NO_LINE, lastPlayedLineIndex),
  })
}

/** A script that was removed while the rest was read may be incomplete. */
async function removeGone(server: Db, db: DatabaseSync, add: Add): Promise<void> {
  db.exec('CREATE TEMP TABLE there (id TEXT PRIMARY KEY)')
  const scripts = server.collection<ScriptDocument>('scripts')
  const note = db.prepare('INSERT INTO there VALUES (?)')
  for await (const { _id } of scripts.find(ALIVE, { projection: { _id: 1 } })) note.run(_id)
  db.exec(`DELETE FROM pending_commands WHERE kind = 'casting' AND script_id NOT IN (SELECT id FROM there);
    DELETE FROM scripts WHERE id NOT IN (SELECT id FROM there)`)
  db.exec(`DELETE FROM pending_commands WHERE kind = 'deleted'`)
  for await (const script of scripts.find({ pendingKind: 'deleted' })) addCommand(add, script)
}
