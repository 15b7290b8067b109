import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Preloaded by a test (--import): when the process exits, prints which packages it has loaded.

const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
    if (name) loaded.add(name)
    return next(url, context)
  },
})
process.on('exit', () => void writeSync(1, JSON.stringify([...loaded])))
