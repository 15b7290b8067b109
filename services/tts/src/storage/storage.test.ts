import { openSqlite } from '@andscene/service-kit/stores/sqlite'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { audioIndexContract } from './audio-index.contract.ts'
import { newVersion, uidHash } from './audio-index.ts'
import { audioObjectsContract } from './audio-objects.contract.ts'
import { MIGRATIONS, openEmbeddedIndex } from './document-index.ts'
import { openFileAudioObjects } from './file-audio-objects.ts'

audioIndexContract('SQLite', async () => {
  const folder = await temporaryFolder()
  return { open: () => openEmbeddedIndex(join(folder.path, 'tts.sqlite')), remove: folder.remove }
})

/** A folder that is removed after the test. */
async function ownFolder() {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

test('changes of a process have distinct versions', () => {
  expect(new Set(Array.from({ length: 10_000 }, newVersion)).size).toBe(10_000)
})

audioObjectsContract('files', async () => {
  const folder = await temporaryFolder()
  return { objects: await openFileAudioObjects(folder.path), remove: folder.remove }
})

test.each([1, 6])(
  'an index of a release with schema %i is migrated to documents completely',
  async (schema) => {
    const file = join(await ownFolder(), 'tts.sqlite')
    const old = openSqlite(file, MIGRATIONS.slice(0, schema))
    const preview = `previews/${'e'.repeat(32)}/v/p.mp3`
    old.exec(`INSERT INTO clips (path, script_id, content_type, voice_id, text_hash, duration_ms, bytes, last_updated) VALUES
      ('scripts/s1/v/a.mp3', 's1', 'audio/mpeg', 'local:v1', 't1', 4233.291666666667, 12000, '2026-03-04T05:06:07.890Z'),
      ('${preview}', NULL, 'audio/mpeg', 'local:v2', 't2', 0.1, 4, '2026-03-04T05:06:07.890Z');
    INSERT INTO scripts (script_id, epoch, erased, narrated_at) VALUES
      ('s1', 3, 0, 1700000000000), ('s2', 0, 0, NULL), ('gone', 1, 1, NULL);
    INSERT INTO default_voices VALUES ('ada', 'local:v9')`)
    if (schema === 6)
      old.exec(`UPDATE clips SET version = 7; INSERT INTO text_epochs VALUES ('s1', 't1', 2);
      UPDATE scripts SET index_version = 9, removed_version = 8 WHERE script_id = 's1';
      UPDATE scripts SET erased_at = 5 WHERE script_id = 'gone';
      INSERT INTO previews VALUES ('${preview}', 4, 6); INSERT INTO closed_people VALUES ('${uidHash('left')}', 5);
      INSERT INTO usage VALUES ('ada', '2026-03-04', 0.30000000000000004)`)
    old.close()

    const index = await openEmbeddedIndex(file)
    onTestFinished(() => index.close())
    const row = { contentType: 'audio/mpeg', lastUpdated: '2026-03-04T05:06:07.890Z' }
    const clip = { voiceId: 'local:v1', textHash: 't1', durationMs: 4_233.291666666667, bytes: 12_000 }
    expect(await index.ofScript('s1')).toEqual([
      { ...row, ...clip, path: 'scripts/s1/v/a.mp3', scriptId: 's1' },
    ])
    expect(await index.find(preview)).toEqual({
      ...row,
      path: preview,
      voiceId: 'local:v2',
      textHash: 't2',
      durationMs: 0.1,
      bytes: 4,
    })
    expect(await index.oldestPreviews(9)).toEqual([{ path: preview, bytes: 4, usedAt: schema === 6 ? 6 : 0 }])
    const textEpoch = schema === 6 ? 2 : 0
    expect(await index.stateOf('s1', 't1')).toEqual({ epoch: 3, textEpoch, erased: false })
    expect(await index.stateOf('s2')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
    expect(await index.stateOf('gone')).toEqual({ epoch: 1, textEpoch: 0, erased: true })
    expect(await index.claimNarrations(Date.now(), 1, 9)).toEqual(['s1'])
    expect(await index.defaultVoice('ada')).toBe('local:v9')
    expect(await index.versionOf('s1')).toEqual(
      schema === 6 ? { changed: 9, removed: 8 } : { changed: 0, removed: 0 },
    )
    expect(await index.isClosed('left')).toBe(schema === 6)
    expect(await index.usage({ ownerId: 'ada', day: '2026-03-04' })).toBe(
      schema === 6 ? 0.30000000000000004 : 0,
    )
    // A missing time of erasure is set to the current time.
    await index.forgetErased(6, 7)
    expect(await index.stateOf('gone')).toMatchObject({ erased: schema === 1 })
  },
)

test('a read-only folder is an outage', async () => {
  const folder = await ownFolder()
  const objects = await openFileAudioObjects(folder)
  await rm(join(folder, '.unfinished'), { recursive: true })
  await writeFile(join(folder, '.unfinished'), 'in the way')
  await expect(objects.write('a/b.mp3', Buffer.from('x'))).rejects.toThrow(StoreUnavailable)
  await expect(objects.check()).rejects.toThrow(StoreUnavailable)
  expect(await objects.read('a/b.mp3')).toBeUndefined()
})

test('a clip that cannot be read is not an outage', async () => {
  const folder = await ownFolder()
  const objects = await openFileAudioObjects(folder)
  await mkdir(join(folder, 'a/folder.mp3'), { recursive: true })
  await symlink('loop.mp3', join(folder, 'a/loop.mp3'))
  for (const path of ['a/folder.mp3', 'a/loop.mp3', `a/${'x'.repeat(300)}.mp3`]) {
    const failure: unknown = await objects.read(path).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(StoreUnavailable)
  }
  await objects.write('a/b.mp3', Buffer.from('x'))
  expect(await objects.read('a/b.mp3')).toBeDefined()
})

test('architecture §4: removes old unfinished files at start, and keeps recent ones', async () => {
  const folder = await ownFolder()
  const unfinished = join(folder, '.unfinished')
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'old'), 'half')
  await writeFile(join(unfinished, 'fresh'), 'half')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(unfinished, 'old'), longAgo, longAgo)
  await openFileAudioObjects(folder)
  expect(await readdir(unfinished)).toEqual(['fresh'])
})
