import { PREFER_MINIMAL, requestOf, type CallRequest } from '@andscene/contracts/call'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { subscribe } from '@andscene/contracts/routes/emails'
import { createNote, listNotes } from '@andscene/contracts/routes/notes'
import { readProgress, saveProgress } from '@andscene/contracts/routes/progress'
import {
  checkCache,
  listScripts,
  readScript,
  saveCasting,
  uploadScript,
} from '@andscene/contracts/routes/scripts'
import { generateClip, readClip, readNarration } from '@andscene/contracts/routes/speech'
import { listVoices } from '@andscene/contracts/routes/voices'
import { randomUUID } from 'node:crypto'
import { fdxFile } from '@andscene/testing/fdx-file'
import type { User } from './load.ts'

/** A request and its expected response. */
export type Asked = CallRequest & {
  kind: string
  /** Returns what is wrong with a successful response. */
  wrong?(status: number, body: Buffer): string | undefined
  /** Called when the platform has acknowledged the request. */
  acknowledged?(): void
}

/** All requests of a user at a table read, in turn. */
export function callsOf({ script, casting, clips, notes }: User, n: number): Asked[] {
  const params = { id: script._id }
  const { path, sound } = clips[n % clips.length]!
  const part = sound.subarray(100, 900)
  const lastPlayedLineIndex = n % script.content.lines.length
  const line = script.content.lines[lastPlayedLineIndex]!
  const voiceId = casting.narrationVoiceId
  const text = `Slower, please (${n}).`
  const note = { _id: randomUUID(), lineId: line._id, text, colour: 'yellow', category: 'General' } as const
  const clip = requestOf(readClip, { params: { '*': path } })
  const all: Asked[] = [
    { kind: 'list', ...requestOf(listScripts, {}), wrong: says(script._id) },
    { kind: 'script', ...requestOf(readScript, { params }), wrong: says(line.text) },
    { kind: 'clip', ...clip, wrong: isSound(200, sound) },
    { kind: 'part of a clip', ...clip, headers: { range: 'bytes=100-899' }, wrong: isSound(206, part) },
    { kind: 'progress', ...requestOf(saveProgress, { params, body: { lastPlayedLineIndex } }) },
    { kind: 'progress again', ...requestOf(readProgress, { params }) },
    {
      kind: 'note',
      ...requestOf(createNote, { params, body: note }),
      acknowledged: () => notes.add(note._id),
    },
    { kind: 'notes', ...requestOf(listNotes, { params, query: {} }) },
    { kind: 'narration', ...requestOf(readNarration, { params }) },
    {
      kind: 'cache state',
      ...requestOf(checkCache, { params, body: { startLineIndex: 0, linesToCheck: 4 } }),
    },
    { kind: 'voices', ...requestOf(listVoices, {}), wrong: says(voiceId) },
    {
      kind: 'new clip',
      ...requestOf(generateClip, { body: { voiceId, text: `Never said before, ${randomUUID()}.` } }),
      wrong: (_status, body) => (body.length > 1_000 ? undefined : `a clip of ${body.length} bytes`),
    },
  ]
  // These are rate-limited, or expensive.
  if (n % 4 === 0) all.push({ kind: 'casting', ...requestOf(saveCasting, { params, body: casting }) })
  if (n % 8 === 0) all.push(upload(n))
  return all
}

/** Requests without a token. */
export const anonymousCalls = (n: number): Asked[] => [
  { kind: 'page', method: 'GET', path: '/', headers: {}, wrong: says('<html') },
  { kind: 'registry', method: 'GET', path: '/remotes.json', headers: {}, wrong: says('dashboard') },
  // At most 20 a minute per address.
  ...(n % 80 === 0
    ? [
        {
          kind: 'sign-up',
          ...requestOf(subscribe, { body: { email: `${randomUUID()}@andscene.example`, source: 'landing' } }),
        },
      ]
    : []),
]

function upload(n: number): Asked {
  const body = new FormData()
  const file = fdxFile([{ type: 'Action', text: `Uploaded as number ${n}.` }])
  body.set(UPLOAD_FIELD, new Blob([file]), 'another.fdx')
  const request = requestOf(uploadScript, { body })
  return { kind: 'upload', ...request, headers: { ...PREFER_MINIMAL, 'idempotency-key': randomUUID() } }
}

const says = (text: string) => (_status: number, body: Buffer) =>
  body.includes(text) ? undefined : `nothing of "${text}"`

const isSound = (expected: number, sound: Buffer) => (status: number, body: Buffer) =>
  status === expected && body.equals(sound) ? undefined : `${status} with ${body.length} other bytes`
