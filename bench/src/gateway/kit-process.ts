// A service of service-kit that verifies the internal token and responds with a constant list.
import { listScripts } from '@andscene/contracts/routes/scripts'
import { createApp } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { cpuTime, serveParent } from '../child.ts'
import { LISTED } from './service-process.ts'

await serveParent(async ([publicKeys]: string[]) => {
  const app = await createApp({ name: 'kit', logLevel: 'warn' })
  await app.register(internalTokens, { self: 'scripts', publicKeys: publicKeys! })
  implement(app, listScripts, () => ({ data: { scripts: LISTED } }))
  return app.listen({ port: 0, host: '127.0.0.1' })
}, cpuTime)
