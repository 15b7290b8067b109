import { SAMPLE } from '@andscene/platform-client/platform-client'
import path from 'node:path'
import { memory } from './narration/memory.ts'
import { requests } from './narration/requests.ts'
import { wholeScript } from './narration/whole-script.ts'
import { moreWorkers } from './narration/workers.ts'
import { runParts } from './run-parts.ts'

await runParts({
  about: 'The voices behind a table read. The script is the bundled sample unless --script names a file.',
  options: { script: { type: 'string', default: SAMPLE } },
  parts: {
    'whole-script': ({ script }) => wholeScript(path.resolve(script)),
    requests: ({ script }) => requests(path.resolve(script)),
    workers: moreWorkers,
    memory,
  },
})
