// The data of this service as a whole, for `npm run backup` and its kin (decision 0053).
import { runDataPart } from '@andscene/service-kit/data/run-data-part'
import { openDataPart } from './data-part.ts'

await runDataPart(() => openDataPart(process.env))
