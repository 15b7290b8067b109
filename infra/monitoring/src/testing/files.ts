import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** This workspace, which contains the files that Prometheus and Grafana read. */
export const FOLDER = path.join(import.meta.dirname, '../..')
export const RULE_FILES = ['recording.yml', 'alerts.yml']
export const SCRAPE_FILES = ['scrape/embedded.yml', 'scrape/compose.yml', 'scrape/kubernetes.yml']

export type Alert = {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: Record<string, string>
}
type Recorded = { record: string; expr: string }
export type Dashboard = {
  panels: { title: string; targets?: { refId: string; expr: string }[] }[]
  annotations: { list: { name: string; expr?: string }[] }
}

const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8')
const rulesOf = <T>(file: string): T[] =>
  (parse(read(file)) as { groups: { rules: T[] }[] }).groups.flatMap(({ rules }) => rules)

export const alerts = (): Alert[] => rulesOf<Alert>('alerts.yml')
export const recorded = (): Recorded[] => rulesOf<Recorded>('recording.yml')
export const dashboard = (): Dashboard => JSON.parse(read('grafana/and-scene.json')) as Dashboard
export const runbook = (): string => read('../../docs/runbook.md')

export type Expression = { where: string; expr: string }

/** Expressions of the dashboard's panels and annotations, as Grafana sends them to Prometheus. */
export function asked({ panels, annotations }: Dashboard): Expression[] {
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, refId }) => ({ where: `panel ${title} ${refId}`, expr })),
  )
  const ofMarks = annotations.list.flatMap(({ name, expr }) =>
    expr === undefined ? [] : [{ where: `annotation ${name}`, expr }],
  )
  return [...ofPanels, ...ofMarks].map(({ where, expr }) => ({
    where,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }))
}

/** Every expression of the rules and the dashboard. */
export const expressions = (): Expression[] => [
  ...alerts().map(({ alert, expr }) => ({ where: `alert ${alert}`, expr })),
  ...recorded().map(({ record, expr }) => ({ where: `recorded ${record}`, expr })),
  ...asked(dashboard()),
]
