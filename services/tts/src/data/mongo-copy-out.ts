import type { CopyMoment } from '@andscene/service-kit/data/data-part'
import type { Add } from '@andscene/service-kit/data/inserter'
import type { Db, WithId } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import type {
  ClipDocument,
  EpochDocument,
  ErasedDocument,
  NarrationDocument,
  TextEpochDocument,
  VersionDocument,
} from '../storage/mongo-audio-index.ts'
import type { PreviewDocument, UsageDocument } from '../storage/mongo-ledgers.ts'
import type { ClosedDocument, DefaultVoiceDocument } from '../storage/mongo-people.ts'

/**
 * Copies the index before the scripts are read (`held`), so that no copied script is marked as erased here. Rows of scripts that
 * were deleted meanwhile are left out.
 */
export async function copyOut(server: Db, db: DatabaseSync, add: Add, moment: CopyMoment): Promise<void> {
  const all = <T extends { _id: string }>(name: string) => server.collection<T>(name).find()
  // Marks of erasure first, so that clips of erased scripts are removed below.
  await copyStates(db, add, all)
  for await (const clip of all<ClipDocument>('tts_clips'))
    add('clips', {
      path: clip._id,
      script_id: clip.scriptId ?? null,
      content_type: clip.contentType,
      voice_id: clip.voiceId,
      text_hash: clip.textHash,
      duration_ms: clip.durationMs,
      bytes: clip.bytes,
      last_updated: clip.lastUpdated,
      version: clip.version ?? 0,
    })
  for await (const { _id, scriptId, epoch } of all<TextEpochDocument>('tts_text_epochs'))
    add('text_epochs', { script_id: scriptId, text_hash: _id.slice(scriptId.length + 1), epoch })
  const count = db.prepare(
    `INSERT INTO usage VALUES (?, ?, ?)
     ON CONFLICT (owner_id, day) DO UPDATE SET duration_ms = duration_ms + excluded.duration_ms`,
  )
  // Each process counts in a document of its own.
  for await (const { ownerId, day, durationMs } of all<UsageDocument>('tts_usage'))
    count.run(ownerId, day, durationMs)
  for await (const { _id, bytes, usedAt } of all<PreviewDocument>('tts_previews'))
    add('previews', { path: _id, bytes, used_at: usedAt })
  for await (const { _id, closedAt } of all<ClosedDocument>('tts_closed_people'))
    add('closed_people', { uid_hash: _id, closed_at: closedAt })
  for await (const { _id, voiceId } of all<DefaultVoiceDocument>('tts_default_voices'))
    add('default_voices', { uid: _id, voice_id: voiceId })
  await moment.held()
  if (moment.scriptIds) removeClipsOfOthers(db, await moment.scriptIds())
}

type All = <T extends { _id: string }>(name: string) => AsyncIterable<WithId<T>>

/** One row for each script of which anything is known. */
async function copyStates(db: DatabaseSync, add: Add, all: All): Promise<void> {
  const set = (column: string) => {
    const statement = db.prepare(`UPDATE scripts SET ${column} = ? WHERE script_id = ?`)
    return (scriptId: string, value: number) => {
      add('scripts', { script_id: scriptId })
      statement.run(value, scriptId)
    }
  }
  const [epoch, erased, narratedAt] = [set('epoch'), set('erased'), set('narrated_at')]
  const [version, removed, when] = [set('index_version'), set('removed_version'), set('erased_at')]
  for await (const one of all<EpochDocument>('tts_epochs')) epoch(one._id, one.epoch)
  for await (const one of all<NarrationDocument>('tts_narrations')) narratedAt(one._id, one.narratedAt)
  for await (const one of all<VersionDocument>('tts_versions')) {
    version(one._id, one.version)
    removed(one._id, one.removed ?? 0)
  }
  for await (const { _id, erasedAt } of all<ErasedDocument>('tts_erased')) {
    erased(_id, 1)
    if (erasedAt !== undefined) when(_id, erasedAt)
  }
}

function removeClipsOfOthers(db: DatabaseSync, scriptIds: ReadonlySet<string>): void {
  const remove = db.prepare('DELETE FROM clips WHERE script_id = ?')
  for (const { id } of db
    .prepare('SELECT DISTINCT script_id AS id FROM clips WHERE script_id IS NOT NULL')
    .all())
    if (!scriptIds.has(id as string)) remove.run(id as string)
}
