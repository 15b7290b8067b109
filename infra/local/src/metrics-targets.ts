import { splitList } from '@andscene/service-kit/config'
import path from 'node:path'
import type { PartsInput } from './parts.ts'
import { localUrl } from './ports.ts'
import { replaceFile } from './replace-file.ts'

export type MetricsTarget = {
  part: string
  /** Serves `GET /metrics`, e.g. `http://127.0.0.1:41234`. */
  url: string
}

/** Next to the lock in DATA_DIR. Prometheus reads it with `file_sd_configs`, because all ports but one are random. */
const FILE = 'metrics-targets.json'

export function metricsTargets({ ports, identity }: Pick<PartsInput, 'ports' | 'identity'>): MetricsTarget[] {
  const { gateway, scripts, tts, subscriptions, workers, metrics } = ports
  const single = {
    edge: metrics.edge,
    ...(identity && { identity: metrics.identity }),
    gateway,
    scripts,
    tts,
    subscriptions,
  }
  return [
    ...Object.entries(single).map(([part, port]) => ({ part, url: localUrl(port) })),
    ...workers.map((port) => ({ part: 'worker', url: localUrl(port) })),
  ]
}

/** The same targets for the operators' page, plus those in its setting: parts that were started separately. */
export const operatorTargets = (input: Pick<PartsInput, 'ports' | 'identity' | 'env'>): string =>
  [
    ...metricsTargets(input).map(({ part, url }) => `${part}=${url}`),
    ...splitList(input.env['OPERATOR_TARGETS']),
  ].join(',')

/** Called at each start. The file remains when the platform stops, so that Prometheus reports its parts as down. */
export async function writeTargets(dataDir: string, targets: readonly MetricsTarget[]): Promise<void> {
  const groups = targets.map(({ part, url }) => ({ targets: [new URL(url).host], labels: { part } }))
  // Replaced atomically, because Prometheus may read it at any moment.
  await replaceFile(path.join(dataDir, FILE), JSON.stringify(groups, undefined, 2))
}
