import { readEdgeConfig } from '@andscene/edge/config'
import { gatewayConfig } from '@andscene/gateway/config'
import { scriptsConfig } from '@andscene/scripts/config'
import { readConfig } from '@andscene/service-kit/config'
import { subscriptionsConfig } from '@andscene/subscriptions/config'
import { ApiConfig, WorkerConfig } from '@andscene/tts/config'

type Environment = Record<string, string | undefined>

/** How each process reads its environment, by its entry file. */
const READERS: Record<string, (env: Environment) => unknown> = {
  'infra/edge/src/main.ts': readEdgeConfig,
  'services/gateway/src/main.ts': gatewayConfig,
  'services/scripts/src/main.ts': scriptsConfig,
  'services/subscriptions/src/main.ts': subscriptionsConfig,
  'services/tts/src/main.ts': (env) => readConfig(ApiConfig, env),
  'services/tts/src/worker/main.ts': (env) => readConfig(WorkerConfig, env),
}

/**
 * Reads an environment with a process's own code. Throws the error that would stop it; returns the names of the
 * variables that it reads.
 */
export function settingsOf(entry: string, env: Environment): Set<string> {
  const known = new Set<string>()
  const observed = new Proxy(env, {
    get: (target, name) => {
      known.add(String(name))
      return target[String(name)]
    },
  })
  READERS[entry]!(observed)
  return known
}
