import { classNames } from '@andscene/web-kit/class-names'
import { useMemo, useState, type ReactNode } from 'react'
import styles from './sorted-table.module.css'

export type Column<Row> = {
  name: string
  /** A word of the name, for where there is little room. */
  short?: string
  /** What rows are sorted by; undefined comes last. */
  value: (row: Row) => number | string | undefined
  cell: (row: Row) => ReactNode
  /** Hidden where there is little room. */
  isWide?: boolean
}
export type Sorting = { column: number; isDown: boolean }

type Props<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  first: Sorting
  /** "Show all 202 scenes" */
  allName: string
  isPrinted?: boolean
}

/** Rows of a long table that are shown at first. */
const ROWS_AT_FIRST = 25

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function sorted<Row>(rows: readonly Row[], { value }: Column<Row>, isDown: boolean): Row[] {
  const sign = isDown ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return sign * (typeof a === 'string' || typeof b === 'string' ? compare(String(a), String(b)) : a - b)
  })
}

/** A table that its headers sort; rows of equal value stay in their order. */
export function SortedTable<Row>(props: Props<Row>) {
  const { rows, keyOf, columns, first, allName, isPrinted = false } = props
  const [sorting, setSorting] = useState(first)
  const [isWhole, setWhole] = useState(isPrinted)
  const { column, isDown } = sorting
  const inOrder = useMemo(() => sorted(rows, columns[column]!, isDown), [rows, columns, column, isDown])
  const shown = isWhole ? inOrder : inOrder.slice(0, ROWS_AT_FIRST)
  const sortBy = (next: number) =>
    setSorting(
      next === column
        ? { column, isDown: !isDown }
        : // Numbers with the largest first, names from A.
          {
            column: next,
            isDown: rows[0] !== undefined && typeof columns[next]!.value(rows[0]) === 'number',
          },
    )
  const look = ({ isWide = false }: Column<Row>, index: number) =>
    classNames(index === 0 ? styles.name : styles.number, isWide && styles.wide)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((each, index) => (
                <th
                  key={each.name}
                  scope="col"
                  className={look(each, index)}
                  aria-sort={index === column ? (isDown ? 'descending' : 'ascending') : undefined}
                >
                  {isPrinted ? (
                    each.name
                  ) : (
                    <button type="button" aria-label={each.name} onClick={() => sortBy(index)}>
                      <span className={each.short === undefined ? undefined : styles.long}>{each.name}</span>
                      {each.short !== undefined && (
                        <span className={styles.short} aria-hidden="true">
                          {each.short}
                        </span>
                      )}
                      <span className={styles.arrow} aria-hidden="true">
                        {index === column ? (isDown ? '↓' : '↑') : ''}
                      </span>
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((each, index) =>
                  index === 0 ? (
                    <th key={each.name} scope="row" className={look(each, index)}>
                      {each.cell(row)}
                    </th>
                  ) : (
                    <td key={each.name} className={look(each, index)}>
                      {each.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {allName}
        </button>
      )}
    </>
  )
}
