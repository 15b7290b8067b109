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
import { copyNotes } from './copy-notes.ts'
import { copyShares } from './copy-shares.ts'
import { inserter, type Add } from '@andscene/service-kit/data/inserter'

/** A casting this young may have come after tts was read: its command is sent again. Milliseconds. */
const YOUNG_MS = 60_000

/**
 * Reads all documents of this service, while it goes on writing. Scripts are read first and what belongs to them after, so that
 * everything of a script is there; a script that was removed meanwhile, or what belongs to one that came meanwhile, is left
 * out. What tts keeps was read before: a script without audio gets it again, audio without its script would stay.
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
    add('script_files', { script_id: _id, file: file.buffer })
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
  add('scripts', {
    id: script._id,
    owner_id: script.ownerId!,
    owner_name: script.ownerName ?? null,
    title: script.title!,
    uploaded_at: script.uploadedAt!.toISOString(),
    pages: script.pages!,
    character_count: script.characterCount!,
    line_count: script.lineCount!,
    characters: JSON.stringify(script.characters ?? []),
    casting: JSON.stringify(casting),
    casting_version: script.castingVersion,
    upload_key: script.uploadKey,
    file_hash: script.fileHash!,
    content_bytes: script.contentBytes ?? 0,
    cast_count: castCountOf(casting),
    page_starts: script.pageStarts ?? null,
  })
  for (const { slot, voiceId, uid, name, at } of script.castingChanges ?? [])
    add('casting_changes', {
      script_id: script._id,
      slot,
      voice_id: voiceId ?? null,
      uid,
      name,
      at: at.getTime(),
    })
  // One without is damaged: the doctor says so, wherever it goes.
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

/** Of what was read before: a script that was removed while the rest was read has lost some of it. */
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
