// Runs `npm start` with small processes instead of the services (FIXTURE_PARTS: JSON, name → misbehavior).
import path from 'node:path'
import { runLauncher } from '../launcher.ts'
import { localUrl } from '../ports.ts'
import { httpProbe } from '../supervisor/part.ts'

const parts = JSON.parse(process.env['FIXTURE_PARTS'] ?? '{}') as Record<string, string>

await runLauncher({
  build: false,
  backoffMs: [50, 400],
  parts: ({ env, ports, dataDir }) =>
    Object.entries(parts).map(([name, how], index) => {
      const port = index === 0 ? ports.edge : (ports.workers[index - 1] ?? ports.gateway)
      return {
        name,
        file: process.execPath,
        args: [path.join(import.meta.dirname, 'fixture-part.ts')],
        env: { ...env, PORT: String(port), FIXTURE: how, FIXTURE_DATA: dataDir },
        channel: true,
        probe: httpProbe(`${localUrl(port)}/readyz`),
      }
    }),
  afterReady: async (platform, say) => {
    say(`PIDS ${JSON.stringify(platform.pids())}`)
  },
})
