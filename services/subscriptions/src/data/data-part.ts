import type { DataPart } from '@andscene/service-kit/data/data-part'
import { documentsPart } from '@andscene/service-kit/data/documents-part'
import { subscriptionsConfig } from '../config.ts'
import { createIndexes, documentsOf } from '../subscriber-store.ts'

/** The sign-ups as a whole: one kind of document, which refers to nothing. */
export const openDataPart = async (env: Record<string, string | undefined>): Promise<DataPart> =>
  documentsPart({ ...documentsOf(subscriptionsConfig(env)), prepare: createIndexes })
