import { join } from 'node:path'
import { needed, type StorageConfig } from '../config.ts'
import type { AudioIndex } from './audio-index.ts'
import type { AudioObjects } from './audio-objects.ts'
import { openAudioIndex } from './document-index.ts'
import { openFileAudioObjects } from './file-audio-objects.ts'

/**
 * Opens index and objects, embedded unless servers are configured (architecture §4). Clients of servers load on demand.
 */
export async function openStorage(
  config: StorageConfig,
): Promise<{ index: AudioIndex; objects: AudioObjects }> {
  return { objects: await openObjects(config), index: await openAudioIndex(config) }
}

export async function openObjects(config: StorageConfig): Promise<AudioObjects> {
  if (config.S3_ENDPOINT === undefined)
    return openFileAudioObjects(join(needed(config, 'DATA_DIR', 'without S3_ENDPOINT'), 'audio'))
  const { openS3AudioObjects } = await import('./s3-audio-objects.ts')
  return openS3AudioObjects({
    endpoint: config.S3_ENDPOINT,
    accessKey: needed(config, 'S3_ACCESS_KEY', 'with S3_ENDPOINT'),
    secretKey: needed(config, 'S3_SECRET_KEY', 'with S3_ENDPOINT'),
    bucket: config.S3_BUCKET,
  })
}
