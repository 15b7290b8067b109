import { build } from '@andscene/docker/images'
import type { Engine } from '@andscene/docker/engine'
import { builtServer } from '@andscene/testing/go-tool'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { ComposeVariables } from '../keys.ts'

const CONTAINERFILE = path.resolve(import.meta.dirname, '../../local-stores.Containerfile')
const image = (target: string) => `localhost/andscene-stores/${target}:local`

/**
 * Image variables of the stores: empty if their images can be pulled, otherwise replacements, which are built first.
 */
export async function storesFor(
  on: Engine,
  base: string,
  say: (line: string) => void,
): Promise<{ files: string[]; variables: ComposeVariables }> {
  if (base !== 'local') return { files: [], variables: {} }
  say('Building stand-ins of the stores: Redis for Valkey, FerretDB for MongoDB, MinIO.')
  const context = await temporaryFolder('andscene-stores')
  try {
    for (const name of ['ferretdb', 'minio'])
      await copyFile(await builtServer(name), path.join(context.path, name))
    for (const target of ['valkey', 'mongodb', 's3'])
      await build(on, { file: CONTAINERFILE, target, image: image(target), context: context.path })
  } finally {
    await context.remove()
  }
  return {
    files: ['compose.local.yaml'],
    variables: {
      VALKEY_IMAGE: image('valkey'),
      MONGODB_IMAGE: image('mongodb'),
      S3_IMAGE: image('s3'),
      MONGODB_URI: 'mongodb://mongodb:27017/andscene?directConnection=true',
    },
  }
}
