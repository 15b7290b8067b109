import type { Draft } from '@andscene/contracts/drafts'
import { difference, type Totals } from '@andscene/screenplay/figures/figures-of'
import { useState } from 'react'
import { useDrafts } from '../../drafts/drafts-context.ts'
import {
  numberChangeText,
  numberText,
  shareChangeText,
  shareText,
  timeChangeText,
  timeText,
} from '../figures-text.ts'
import { Section } from '../section.tsx'
import table from '../tables/sorted-table.module.css'
import { useDraftTotals, type DraftTotals } from './use-draft-totals.ts'
import styles from './drafts.module.css'

const COLUMNS: { name: string; text: (of: Totals) => string; change: (of: Totals) => string }[] = [
  {
    name: 'Read time',
    text: ({ readTime }) => timeText(readTime),
    change: ({ readTime }) => timeChangeText(readTime),
  },
  ...(['pages', 'scenes', 'words'] as const).map((key) => ({
    name: key[0]!.toUpperCase() + key.slice(1),
    text: (of: Totals) => numberText(of[key]),
    change: (of: Totals) => numberChangeText(of[key]),
  })),
  {
    name: 'Dialogue',
    text: ({ dialogueShare }) => shareText(dialogueShare),
    change: ({ dialogueShare }) => shareChangeText(dialogueShare),
  },
]

type Props = { totals: Totals; isPrinted?: boolean }

/** The totals of each draft, and how they differ from the draft before; the newest first. */
export function Drafts({ totals, isPrinted = false }: Props) {
  const { drafts, shown } = useDrafts()
  const [isWhole, setWhole] = useState(false)
  if (!drafts || !shown || drafts.drafts.length < 2) return null
  const newest = drafts.drafts.toReversed()
  const before = newest.find(({ number }) => number < shown.number)
  // Each of the others is loaded with all its lines.
  const listed = isWhole ? newest : newest.filter((draft) => draft === shown || draft === before)
  return (
    <Section title="Drafts">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <section className={table.scroll} aria-label="Table of drafts" tabIndex={isPrinted ? undefined : 0}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col" className={table.name}>
                <span className={styles.head}>Draft</span>
              </th>
              {COLUMNS.map(({ name }) => (
                <th key={name} scope="col">
                  <span className={styles.head}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((draft, index) => (
              <Row
                key={draft.number}
                draft={draft}
                before={listed[index + 1]}
                isPresent={draft.number === drafts.present}
                open={{ number: shown.number, totals }}
              />
            ))}
          </tbody>
        </table>
      </section>
      {listed.length < newest.length && !isPrinted && (
        <button type="button" className={table.more} onClick={() => setWhole(true)}>
          Show all {newest.length} drafts
        </button>
      )}
    </Section>
  )
}

type OpenDraft = { number: number; totals: Totals }

/** Totals of the draft that is shown are known. */
function useTotals(draft: Draft | undefined, open: OpenDraft): DraftTotals {
  const isOpen = draft?.number === open.number
  const loaded = useDraftTotals(isOpen ? undefined : draft?.number)
  return isOpen ? { totals: open.totals, error: null } : loaded
}

type RowProps = { draft: Draft; before: Draft | undefined; isPresent: boolean; open: OpenDraft }

function Row({ draft, before, isPresent, open }: RowProps) {
  const { totals, error } = useTotals(draft, open)
  const { totals: totalsBefore } = useTotals(before, open)
  const change = totals && totalsBefore && difference(totals, totalsBefore)
  return (
    <tr>
      <th scope="row" className={table.name}>
        <span className={styles.name} dir="auto">
          {draft.name}
        </span>
        <small className={styles.date}>
          {new Date(draft.uploadedAt).toLocaleDateString()}
          {isPresent && ' · Present draft'}
        </small>
      </th>
      {totals ? (
        COLUMNS.map((column) => (
          <td key={column.name}>
            {column.text(totals)}
            {change && <small className={styles.change}>{column.change(change)}</small>}
          </td>
        ))
      ) : (
        <td colSpan={COLUMNS.length}>{error ? `This draft did not load. ${error.message}` : 'Loading…'}</td>
      )}
    </tr>
  )
}
