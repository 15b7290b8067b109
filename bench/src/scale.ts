import { runParts } from './run-parts.ts'
import { flat } from './scale/flat.ts'
import { listeners } from './scale/listeners.ts'
import { speed } from './scale/speed.ts'

await runParts({
  about: 'Processor time of a clip by engine, among 1,000 scripts and among 1,000 listeners (docs/scale.md).',
  options: { engine: { type: 'string', multiple: true, default: [] as string[] } },
  parts: { speed: ({ engine }) => speed(engine), flat, listeners },
})
