import { describe, expect, test } from 'vitest'
import { alerts, expressions, recorded, runbook } from './testing/files.ts'
import { selectorsOf } from './testing/selectors.ts'

const NAMES = alerts().map(({ alert }) => alert)
/** Section names of the runbook; each describes an alert. */
const SECTIONS = [...runbook().matchAll(/^## (\S+)/gm)].map(([, name]) => name)

describe('decision 0055: alerts', () => {
  test('each have a unique name and a section in the runbook', () => {
    expect(NAMES.length).toBeGreaterThan(20)
    expect(SECTIONS.toSorted()).toEqual(NAMES.toSorted())
  })

  test.each(alerts())('$alert has a severity and a link to the runbook', ({ alert, labels, annotations }) => {
    expect(labels['severity']).toMatch(/^(critical|warning)$/)
    expect(annotations['runbook_url']).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  })

  test('every recorded series is used by an alert or a panel', () => {
    const used = new Set(expressions().flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)))
    expect(recorded().filter(({ record }) => !used.has(record))).toEqual([])
  })
})
