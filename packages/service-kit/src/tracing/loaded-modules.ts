import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

// Started by a test: loads the modules it is given as arguments, builds an app as every service does, and prints which
// modules of OpenTelemetry were loaded for it, but for the interfaces (@opentelemetry/api), which other libraries load.

const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)/.test(url)) loaded.add(url)
    return next(url, context)
  },
})

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
const { createApp } = await import('../create-app.ts')
const app = await createApp({ name: 'loaded', logLevel: 'silent' })
await app.ready()
await app.close()
process.stdout.write(JSON.stringify([...loaded]))
