import { OperatorError } from '@andscene/service-kit/operator-error'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import type { FileReleaseStore } from './file-release-store.ts'
import type { ReleaseStore } from './release-store.ts'
import type { S3Options } from './s3-release-store.ts'

/** Where versions of remotes are published, if not into files on the platform's own machine. */
export const ReleasesConfig = Type.Object({
  RELEASES_S3_ENDPOINT: Type.Optional(
    Type.String({
      description: 'S3 server for versions of remotes, for several edges; else files in DATA_DIR',
    }),
  ),
  RELEASES_S3_ACCESS_KEY: Type.Optional(Type.String({ description: 'its access key' })),
  RELEASES_S3_SECRET_KEY: Type.Optional(Type.String({ description: 'its secret key' })),
  RELEASES_S3_BUCKET: Type.String({
    default: 'andscene-releases',
    description: 'its bucket, which you create',
  }),
})

/** Undefined selects files. Throws OperatorError if a key is missing or the endpoint is no URL. */
export function releasesIn(variables: Static<typeof ReleasesConfig>): S3Options | undefined {
  const endpoint = variables.RELEASES_S3_ENDPOINT
  if (!endpoint) return undefined
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new OperatorError(`RELEASES_S3_ENDPOINT must be like https://objects.example, not "${endpoint}".`)
  const { RELEASES_S3_ACCESS_KEY: accessKey, RELEASES_S3_SECRET_KEY: secretKey } = variables
  if (!accessKey || !secretKey)
    throw new OperatorError('RELEASES_S3_ENDPOINT needs RELEASES_S3_ACCESS_KEY and RELEASES_S3_SECRET_KEY.')
  return { endpoint, accessKey, secretKey, bucket: variables.RELEASES_S3_BUCKET }
}

/** Opens `files`, or the configured bucket. Imports the S3 client only if needed, because it loads slowly. */
export async function openReleaseStore(
  files: FileReleaseStore,
  s3: S3Options | undefined,
): Promise<ReleaseStore> {
  if (!s3) return files
  const { S3ReleaseStore } = await import('./s3-release-store.ts')
  return new S3ReleaseStore(s3)
}
