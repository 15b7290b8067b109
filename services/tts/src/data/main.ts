// The data of this service as a whole, for `npm run backup` and its kin (decision 0053).
import { readConfig } from '@andscene/service-kit/config'
import { runDataPart } from '@andscene/service-kit/data/run-data-part'
import { StorageConfig } from '../config.ts'
import { openDataPart } from './data-part.ts'

await runDataPart(() => openDataPart(readConfig(StorageConfig)))
