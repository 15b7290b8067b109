import { describe, expect, test } from 'vitest'
import { dashboard } from './testing/files.ts'

const { panels, templating, uid, schemaVersion } = dashboard()
const charts = panels.filter(({ type }) => type !== 'row')

describe('decision 0055: the dashboard', () => {
  test('has a name, the schema of Grafana 12, and a data source that the viewer chooses', () => {
    expect(uid).toBe('and-scene')
    expect(schemaVersion).toBe(41)
    expect(templating.list).toMatchObject([{ name: 'source', type: 'datasource' }])
    const sources = charts.flatMap(({ targets = [] }) => targets.map(({ datasource }) => datasource.uid))
    expect(new Set(sources)).toEqual(new Set(['${source}']))
  })

  test.each(charts)('$title says what it shows and asks for it', ({ type, description, targets = [] }) => {
    expect(['stat', 'table', 'timeseries']).toContain(type)
    expect(description).toMatch(/^.+\.$/)
    const refs = targets.map(({ refId }) => refId)
    expect(refs).toEqual(['A', 'B', 'C', 'D'].slice(0, Math.max(1, refs.length)))
  })
})
