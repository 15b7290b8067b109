import { describe, expect, test } from 'vitest'
import { alerts, expressions, recorded, runbook } from './testing/files.ts'
import { selectorsOf } from './testing/selectors.ts'

const NAMES = alerts().map(({ alert }) => alert)
/** Names of the sections of the runbook, each about an alert. */
const SECTIONS = [...runbook().matchAll(/^## (\S+)/gm)].map(([, name]) => name)

describe('decision 0055: alerts', () => {
  test('have names and sections of the runbook of their own', () => {
    expect(NAMES.length).toBeGreaterThan(20)
    expect(SECTIONS.toSorted()).toEqual(NAMES.toSorted())
  })

  test.each(alerts())('$alert says how bad it is, and where to read on', ({ alert, labels, annotations }) => {
    expect(labels['severity']).toMatch(/^(critical|warning)$/)
    expect(annotations['runbook_url']).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  })

  test('every recorded series is used by an alert or a panel', () => {
    const used = new Set(expressions().flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)))
    expect(recorded().filter(({ record }) => !used.has(record))).toEqual([])
  })
})
