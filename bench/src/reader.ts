import { click } from './reader/click.ts'
import { cold } from './reader/cold.ts'
import { gaps } from './reader/gaps.ts'
import { openPage } from './reader/page.ts'
import { size } from './reader/size.ts'
import { runParts } from './run-parts.ts'

await runParts({
  about: 'What a listener waits for. --script names a file to open instead of the generated one.',
  options: { script: { type: 'string' } },
  parts: { page: ({ script }) => openPage(script), click, gaps, cold, size },
})
