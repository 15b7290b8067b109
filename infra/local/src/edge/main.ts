import { codeOf, messageOf } from '../failure.ts'
import { buildEdge } from './build-app.ts'
import { readEdgeConfig } from './config.ts'

try {
  const config = readEdgeConfig(process.env)
  const app = await buildEdge(config, process.env['LOG_LEVEL'])
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void app.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  process.on('disconnect', end)
  await app.listen({ port: config.port, host: config.host })
} catch (error) {
  const taken = codeOf(error) === 'EADDRINUSE'
  process.stderr.write(`${taken ? 'The port was taken in the meantime.' : messageOf(error)}\n`)
  process.exit(1)
}
