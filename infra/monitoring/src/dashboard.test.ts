import { describe, expect, test } from 'vitest'
import { asked, dashboard, expressions, type Panel } from './files.ts'
import { selectorsOf } from './selectors.ts'

const { panels, templating, uid, schemaVersion } = dashboard()
const COLUMNS = 24
const charts = panels.filter(({ type }) => type !== 'row')

const overlap = ({ gridPos: a }: Panel, { gridPos: b }: Panel) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

describe('decision 0055: the dashboard', () => {
  test('has a name, the schema of Grafana 12, and a data source that the viewer chooses', () => {
    expect(uid).toBe('and-scene')
    expect(schemaVersion).toBe(41)
    expect(templating.list).toMatchObject([{ name: 'source', type: 'datasource' }])
    const sources = new Set(
      charts.flatMap(({ targets = [] }) => targets.map(({ datasource }) => datasource.uid)),
    )
    expect([...sources]).toEqual(['${source}'])
  })

  test.each(charts)('$title says what it shows and asks for it', ({ type, description, targets = [] }) => {
    expect(['stat', 'table', 'timeseries']).toContain(type)
    expect(description).toMatch(/^.+\.$/)
    const refs = targets.map(({ refId }) => refId)
    expect(refs).toEqual(['A', 'B', 'C', 'D'].slice(0, Math.max(1, refs.length)))
  })

  test('has panels of their own ids that lie beside each other', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > COLUMNS)).toEqual([])
    const pairs = panels.flatMap((one, at) => panels.slice(at + 1).map((other) => [one, other] as const))
    expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([])
  })

  test.each(expressions())('$where can be read', ({ expr }) =>
    expect(selectorsOf(expr).length).toBeGreaterThan(0),
  )

  test('asks in each panel, and for the moments at which alerts fired', () => {
    expect(asked(dashboard()).length).toBeGreaterThan(charts.length)
  })
})
