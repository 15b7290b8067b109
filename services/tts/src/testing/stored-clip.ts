import type { StoredClip } from '../storage/audio-index.ts'

export const storedClip = (clip: Pick<StoredClip, 'path'> & Partial<StoredClip>): StoredClip => ({
  contentType: 'audio/mpeg',
  voiceId: 'test:one',
  textHash: 'f'.repeat(64),
  durationMs: 1,
  bytes: 1,
  lastUpdated: '2026-01-02T03:04:05.678Z',
  ...clip,
})
