import { readConfig } from '@andscene/service-kit/config'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

type Environment = Record<string, string | undefined>
type Reader = (module: Record<string, never>, env: Environment) => unknown

/** How each process reads its environment, by the file that starts it. */
const READERS: Record<string, readonly [file: string, read: Reader]> = {
  'infra/edge/src/main.ts': ['infra/edge/src/config.ts', call('readEdgeConfig')],
  'services/gateway/src/main.ts': ['services/gateway/src/config.ts', call('gatewayConfig')],
  'services/scripts/src/main.ts': ['services/scripts/src/config.ts', call('scriptsConfig')],
  'services/subscriptions/src/main.ts': ['services/subscriptions/src/config.ts', call('subscriptionsConfig')],
  'services/tts/src/main.ts': ['services/tts/src/config.ts', bySchema('ApiConfig')],
  'services/tts/src/worker/main.ts': ['services/tts/src/config.ts', bySchema('WorkerConfig')],
}
const ROOT = path.join(import.meta.dirname, '../../../..')

/**
 * Has a process's own code read an environment. Throws what the process would end with; returns which variables it knows.
 */
export async function settingsOf(entry: string, env: Environment): Promise<Set<string>> {
  const [file, read] = READERS[entry] ?? []
  if (!file || !read) throw new Error(`${entry} starts no part`)
  const module = (await import(pathToFileURL(path.join(ROOT, file)).href)) as Record<string, never>
  const known = new Set<string>()
  read(
    module,
    new Proxy(env, {
      get: (target, name) => {
        known.add(String(name))
        return target[String(name)]
      },
    }),
  )
  return known
}

function call(name: string): Reader {
  return (module, env) => (module[name] as unknown as (env: Environment) => unknown)(env)
}

function bySchema(name: string): Reader {
  return (module, env) => readConfig(module[name] as unknown as Parameters<typeof readConfig>[0], env)
}
