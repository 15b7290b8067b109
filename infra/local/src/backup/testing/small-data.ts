import { openStores } from '@andscene/scripts/store/open-stores'
import { castingSave } from '@andscene/scripts/testing/new-script'
import { openStore } from '@andscene/subscriptions/subscriber-store'
import { openFileAudioObjects } from '@andscene/tts/storage/file-audio-objects'
import { openEmbeddedIndex } from '@andscene/tts/storage/document-index'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const NOW = new Date('2026-03-04T05:06:07.890Z')
const ADA = { ownerId: 'ada', uploadedAt: NOW }
export const CLIP_BYTES = 12_000

/** Path and bytes of a clip of the script `one`. */
export function clipOf(number: number): { path: string; bytes: Buffer } {
  const key = createHash('sha256').update(`clip ${number}`).digest('hex')
  // Random bytes, because audio is as hard to compress.
  const bytes = Buffer.concat(
    Array.from({ length: Math.ceil(CLIP_BYTES / 32) }, (_, n) =>
      createHash('sha256').update(`${number} ${n}`).digest(),
    ),
  )
  return { path: `scripts/one/local=3av${number % 3}/${key}.mp3`, bytes }
}

/** Creates a DATA_DIR as a stopped platform leaves it: a script with a note, some clips, a sign-up and an account. */
export async function makeSmallData(dataDir: string, clips = 12): Promise<void> {
  await mkdir(path.join(dataDir, 'identity'), { recursive: true, mode: 0o700 })
  const scripts = await openStores({ DATA_DIR: dataDir })
  await scripts.scripts.insert({
    ...ADA,
    id: 'one',
    title: 'One',
    pages: 1,
    pageStarts: [0],
    lineCount: 1,
    characters: ['MARA'],
    lines: '[{"_id":"l1","type":"Action","text":"Rain.","act":1}]',
    upload: { key: 'k', fileHash: 'h' },
    file: new Uint8Array([0x1f, 0x8b, 0, 0xff]),
  })
  await scripts.scripts.saveCasting('one', castingSave({ characterAssignments: { MARA: 'local:v1' } }, 'r1'))
  await scripts.notes.add({
    id: 'n1',
    scriptId: 'one',
    lineId: 'l1',
    text: 'Slower.',
    colour: 'yellow',
    category: 'General',
    authorId: 'ada',
    author: 'Ada',
    createdAt: NOW,
  })
  await scripts.close()

  const objects = await openFileAudioObjects(path.join(dataDir, 'audio'))
  const index = await openEmbeddedIndex(path.join(dataDir, 'tts.sqlite'))
  for (let number = 0; number < clips; number += 1) {
    const clip = clipOf(number)
    await objects.write(clip.path, clip.bytes)
    await index.put(
      {
        path: clip.path,
        scriptId: 'one',
        contentType: 'audio/mpeg',
        voiceId: `local:v${number % 3}`,
        textHash: createHash('sha256').update(`text ${number}`).digest('hex'),
        durationMs: 1_234.5,
        bytes: clip.bytes.byteLength,
        lastUpdated: NOW.toISOString(),
      },
      { ownerId: 'ada', day: '2026-03-04' },
    )
  }
  await index.close()

  const subscribers = await openStore({ DATA_DIR: dataDir })
  await subscribers.add({ email: 'ada@example.com', source: 'landing-page', subscribedAt: NOW })
  await subscribers.close()

  await writeFile(path.join(dataDir, 'identity/accounts.json'), ACCOUNTS, { mode: 0o600 })
  await writeFile(path.join(dataDir, 'identity/token-key.pem'), KEY, { mode: 0o600 })
  await mkdir(path.join(dataDir, 'redis'))
  await writeFile(path.join(dataDir, 'redis/appendonly.aof'), 'jobs of then', { mode: 0o600 })
}

export const ACCOUNTS = '{"version":1,"users":[{"localId":"ada","email":"ada@example.com"}],"oobs":[]}'
export const KEY = 'the key of this platform alone'
