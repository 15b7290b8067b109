import { Table } from '@andscene/service-kit/stores/table'
import type { StoredClip } from './audio-index.ts'
import type { KeptPreview } from './ledgers.ts'

/* The tables of the embedded index whose rows MongoDB stores as documents with the same fields. */

export const CLIPS = new Table<StoredClip & { version: number }>('clips', {
  path: 'value',
  scriptId: 'value',
  contentType: 'value',
  voiceId: 'value',
  textHash: 'value',
  durationMs: 'value',
  bytes: 'value',
  lastUpdated: 'value',
  version: 'value',
})
export const PREVIEWS = new Table<KeptPreview>('previews', { path: 'value', bytes: 'value', usedAt: 'value' })
export const CLOSED_PEOPLE = new Table<{ uidHash: string; closedAt: number }>('closed_people', {
  uidHash: 'value',
  closedAt: 'value',
})
export const DEFAULT_VOICES = new Table<{ uid: string; voiceId: string }>('default_voices', {
  uid: 'value',
  voiceId: 'value',
})
