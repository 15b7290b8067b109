import { Type } from '@andscene/contracts/schema/schema'
import { readConfig } from '@andscene/service-kit/config'
import type { DataPart } from '@andscene/service-kit/data/data-part'
import { documentsPart } from '@andscene/service-kit/data/documents-part'
import { createIndexes } from '../store/create-indexes.ts'
import { documentsIn } from '../store/open-stores.ts'
import { repairCopy } from './copied.ts'
import { examineScripts, scriptIdsIn } from './examine.ts'

const Where = Type.Object({ DATA_DIR: Type.String(), MONGODB_URI: Type.Optional(Type.String()) })

/** All stored data of this service. */
export async function openDataPart(env: Record<string, string | undefined>): Promise<DataPart> {
  const part = documentsPart({
    ...documentsIn(readConfig(Where, env)),
    counted: {
      scripts: { ownerId: { $exists: true } },
      drafts: { lines: { $exists: true } },
      notes: { note: { $exists: true } },
    },
    prepare: createIndexes,
    copied: repairCopy,
    examine: examineScripts,
  })
  return { ...part, scriptIds: () => part.withDb(scriptIdsIn) }
}
