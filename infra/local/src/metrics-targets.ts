import { splitList } from '@andscene/service-kit/config'
import path from 'node:path'
import type { PartsInput } from './parts.ts'
import { localUrl } from './ports.ts'
import { replaceFile } from './replace-file.ts'

export type MetricsTarget = {
  part: string
  /** Where `GET /metrics` shows them, e.g. `http://127.0.0.1:41234`. */
  url: string
}

/** Beside the lock of DATA_DIR: what Prometheus reads by `file_sd_configs`, because all ports but one are picked free. */
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

/** The same for the operators' page, and beside them what its setting names: parts that others have started. */
export const operatorTargets = (input: Pick<PartsInput, 'ports' | 'identity' | 'env'>): string =>
  [
    ...metricsTargets(input).map(({ part, url }) => `${part}=${url}`),
    ...splitList(input.env['OPERATOR_TARGETS']),
  ].join(',')

/** Written at each start. After the platform ends it stays, so that Prometheus reports its parts as down. */
export async function writeTargets(dataDir: string, targets: readonly MetricsTarget[]): Promise<void> {
  const groups = targets.map(({ part, url }) => ({ targets: [new URL(url).host], labels: { part } }))
  // Prometheus may read it at any moment.
  await replaceFile(path.join(dataDir, FILE), JSON.stringify(groups, undefined, 2))
}
