import { describe, expect, test } from 'vitest'
import { alerts, expressions, recorded, runbook } from './testing/files.ts'
import { selectorsOf } from './testing/selectors.ts'

const NAMES = alerts().map(({ alert }) => alert)
/** Sections of the runbook that are about an alert, by its name. */
const SECTIONS = new Map(
  runbook()
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => [/^## (\S+)/.exec(section)?.[1] ?? '', section]),
)
/** The paragraphs of each section. */
const PARTS = ['For listeners', 'Investigate', 'What to do', 'How it ends']

describe('decision 0055: alerts', () => {
  test('have names of their own', () => {
    expect(NAMES.length).toBeGreaterThan(20)
    expect(new Set(NAMES).size).toBe(NAMES.length)
  })

  test.each(alerts())('$alert says how bad it is, what is so, and where to read on', ({ alert, ...rule }) => {
    expect(rule.labels['severity']).toMatch(/^(critical|warning)$/)
    expect(rule.annotations['summary']).toMatch(/^[A-Z][^.]+$/)
    expect(rule.annotations['description']).toMatch(/^(\{|[A-Z]).*\.$/)
    expect(rule.annotations['runbook_url']).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  })

  test.each(NAMES)('%s has its section in the runbook, with what it means and what to do', (name) => {
    const section = SECTIONS.get(name) ?? ''
    expect(PARTS.filter((part) => !section.includes(`**${part}.**`))).toEqual([])
  })

  test('the runbook is about no alert that is not there', () => {
    expect([...SECTIONS.keys()].filter((name) => !NAMES.includes(name))).toEqual([])
  })

  test('every recorded series is used by an alert or a panel', () => {
    const used = new Set(expressions().flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)))
    expect(recorded().filter(({ record }) => !used.has(record))).toEqual([])
  })
})
