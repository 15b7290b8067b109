import path from 'node:path'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { defaultVoicesDir } from './folders.ts'
import type { PlatformStore } from './platform-store.ts'

const Optional = Type.Optional(Type.String())

/** Environment variables of the installation of the natural voices. */
export const VoiceFilesConfig = Type.Object({
  VOICES_DIR: Type.Optional(
    Type.String({
      description:
        'folder of the natural voices, by default `~/.cache/and-scene/voices` (macOS: `~/Library/Caches/and-scene/voices`)',
    }),
  ),
  KOKORO: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description: '`off` disables the natural voices and downloads nothing',
  }),
  S3_ENDPOINT: Optional,
  S3_ACCESS_KEY: Optional,
  S3_SECRET_KEY: Optional,
  S3_BUCKET: Type.String({ default: 'andscene-audio' }),
})
export type VoiceFilesConfig = Static<typeof VoiceFilesConfig>

export function voiceFilesSettings(config: VoiceFilesConfig): {
  dir: string
  isOff: boolean
  store: PlatformStore | undefined
} {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config
  const isStored = endpoint !== undefined && accessKey !== undefined && secretKey !== undefined
  return {
    dir: path.resolve(config.VOICES_DIR ?? defaultVoicesDir()),
    isOff: config.KOKORO === 'off',
    store: isStored ? { endpoint, accessKey, secretKey, bucket: config.S3_BUCKET } : undefined,
  }
}
