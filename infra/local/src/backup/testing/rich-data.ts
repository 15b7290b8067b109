import { openSqliteStores } from '@andscene/scripts/store/sqlite/open-sqlite-stores'
import { castingSave } from '@andscene/scripts/testing/new-script'
import { openFileAudioObjects } from '@andscene/tts/storage/file-audio-objects'
import { openEmbeddedIndex } from '@andscene/tts/storage/document-index'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeSmallData } from './small-data.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 5, minute))
const CHARACTERS = ['MARA', 'A.B$']
const ADA = {
  ownerId: 'ada',
  title: 'Two',
  pages: 2,
  pageStarts: [0, 1],
  lineCount: 2,
  characters: CHARACTERS,
}

/** As makeSmallData, with a row of every kind that the embedded stores may have. */
export async function makeRichData(dataDir: string, clips = 12): Promise<void> {
  await makeSmallData(dataDir, clips)
  await addScripts(path.join(dataDir, 'scripts.sqlite'))
  await addClips(dataDir)
}

async function addScripts(file: string): Promise<void> {
  const { scripts, commands, notes, shares, progress, preferences, accounts, close } = openSqliteStores(file)
  const insert = (id: string, more: object = {}) =>
    scripts.insert({
      ...ADA,
      id,
      uploadedAt: at(1),
      lines: `[{"_id":"${id}1","type":"Action","text":"Räin “now”."},{"_id":"${id}2","type":"Action","text":"No."}]`,
      upload: { key: undefined, fileHash: `hash of ${id}` },
      file: new Uint8Array([0, 1, 2, 255]),
      ...more,
    })
  await insert('two')
  await insert('three', { ownerId: 'bob', upload: { key: 'again', fileHash: 'x' } })
  await insert('gone')
  await scripts.saveCasting(
    'two',
    castingSave({ characterAssignments: { 'A.B$': 'v1', MARA: 'v2' }, narrationVoiceId: 'n' }, 'r2'),
  )
  await scripts.saveCasting(
    'three',
    castingSave({ characterAssignments: {}, sceneHeadingVoiceId: 's', narrationVoiceId: 'm' }, 'r3'),
  )
  const [first] = await commands.due(new Date(), 1)
  await commands.acknowledge(first!)
  const [second] = await commands.due(new Date(), 1)
  await commands.defer(second!, new Date(Date.now() + 60_000))
  await scripts.cancelUpload('ada', 'stopped', 'r4', at(2))
  await progress.save('ada', 'one', { lastPlayedLineIndex: 0, page: 1, lastUpdated: at(3) })
  await progress.save('bob', 'two', { lastPlayedLineIndex: 1, page: 2, lastUpdated: at(3) })
  await progress.save('bob', 'two', { lastPlayedLineIndex: -1, lastUpdated: at(4) })
  await preferences.change('bob', { skippedLineTypes: ['Action'] })

  const note = (id: string, more: object = {}) =>
    notes.add({
      id,
      scriptId: 'two',
      lineId: 'two1',
      text: `Note ${id}`,
      colour: 'yellow',
      category: 'General',
      authorId: 'ada',
      author: 'Ada',
      createdAt: at(5),
      ...more,
    })
  const n1 = await note('m1', { range: { start: 1, end: 3 }, quote: 'ä' })
  await note('m2', { replyTo: 'm1', authorId: 'bob', author: 'Bob' })
  await note('m3')
  await note('m4')
  await note('m5', { authorId: 'guest-g1', author: 'Zoë', linkId: 'l1' })
  await notes.change('two', 'm1', n1!.version, { text: 'Changed' }, at(6))
  await notes.resolve('two', 'm1', { uid: 'bob', name: 'Bob', at: at(7) })
  await notes.remove('two', 'm1', at(8))
  await notes.remove('two', 'm4', at(8))

  const person = { scriptId: 'two', role: 'commenter', invitedBy: 'Ada', mail: 'pending' } as const
  await shares.invite({ ...person, id: 'c1', email: 'bob@example.com', invitedAt: at(9) })
  await shares.invite({ ...person, id: 'c2', email: 'eve@example.com', invitedAt: at(10), role: 'listener' })
  await shares.bind('bob@example.com', 'bob', at(11))
  await shares.markMailed('c1', 'sent')
  const mia = { id: 'c3', email: 'mia@example.com', uid: 'mia', linkId: 'l1', mail: 'none' } as const
  await shares.join({ ...person, ...mia, invitedAt: at(11), joinedAt: at(11) })
  await shares.invite({ ...person, id: 'c4', email: 'zoe@example.com', invitedAt: at(11) })
  await shares.bind('zoe@example.com', 'zoe', at(11))
  await shares.removeCollaborator('two', 'c4', at(11))
  await shares.nameCollaborator('two', 'c1', 'Bob Ö.')
  await scripts.nameOwner('two', 'Ada Ü.')
  const link = { scriptId: 'two', role: 'listener', createdAt: at(12), expiresAt: at(50), opens: 0 } as const
  await shares.addLink({ ...link, id: 'l1', tokenHash: 'a'.repeat(64), name: 'Cast', passphraseHash: 'p' })
  await shares.addLink({ ...link, id: 'l2', tokenHash: 'b'.repeat(64), name: 'Over' })
  const opened = { scriptId: 'two', openedAt: at(13) }
  await shares.addGuest({ ...opened, id: 'g1', linkId: 'l1', name: 'Zoë', keyHash: 'hash of g1' })
  await shares.addGuest({ ...opened, id: 'g2', linkId: 'l2' })
  await shares.changeLink('two', 'l2', { revokedAt: at(14) })
  const event = { scriptId: 'two', at: at(15), actor: 'Ada', actorId: 'ada' }
  const bob = { subject: 'bob@example.com', subjectId: 'c1', role: 'commenter' } as const
  await shares.addEvent({ ...event, ...bob, kind: 'invited' })
  await shares.addEvent({ ...event, kind: 'opened', actor: 'Zoë', actorId: 'g1', subject: 'Cast' })
  await shares.addEvent({ ...event, kind: 'opened', actor: 'a guest', subject: 'Cast', actorId: undefined })

  await scripts.remove('gone', 'r5')
  await accounts.close({ uid: 'left', requestId: 'r6' }, at(16))
  await accounts.close({ uid: 'long left', requestId: 'r7' }, at(16))
  await accounts.finish('long left', at(17))
  await close()
  const db = new DatabaseSync(file)
  // Acknowledged long ago: the command of a young one is sent again.
  db.exec(`UPDATE scripts SET casting_version = 1700000000000123
           WHERE casting_version > 0 AND id NOT IN (SELECT script_id FROM pending_commands)`)
  db.close()
}

async function addClips(dataDir: string): Promise<void> {
  const objects = await openFileAudioObjects(path.join(dataDir, 'audio'))
  const index = await openEmbeddedIndex(path.join(dataDir, 'tts.sqlite'))
  const preview = `previews/${'e'.repeat(32)}/local=3av1/${'f'.repeat(64)}.mp3`
  await index.notePreview({ path: preview, bytes: 4, usedAt: at(20).getTime() })
  await objects.write(preview, Buffer.from('prev'))
  await index.put({
    path: preview,
    contentType: 'audio/mpeg',
    voiceId: 'v',
    textHash: 't',
    durationMs: 0.5,
    bytes: 4,
    lastUpdated: at(20).toISOString(),
  })
  await index.addUsage({ ownerId: 'bob', day: '2026-03-05' }, 12.25)
  await index.raiseEpoch('two', { erased: false })
  await index.raiseTextEpoch('two', 'hash')
  await index.openNarration('two', at(21).getTime())
  await index.openNarration('three', at(21).getTime())
  await index.closeNarration('three', at(21).getTime())
  await index.raiseEpoch('long gone', { erased: true })
  await index.closePerson('left', at(22).getTime())
  await index.setDefaultVoice('ada', 'local:v9')
  await index.close()
}
