import type { DataPart } from '@andscene/service-kit/data/data-part'
import { documentsPart } from '@andscene/service-kit/data/documents-part'
import { subscriptionsConfig } from '../config.ts'
import { createIndexes, documentsOf } from '../subscriber-store.ts'

/** The sign-ups: one collection, without references to other documents. */
export const openDataPart = async (env: Record<string, string | undefined>): Promise<DataPart> =>
  documentsPart({ ...documentsOf(subscriptionsConfig(env)), prepare: createIndexes })
