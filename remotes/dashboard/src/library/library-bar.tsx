import { classNames } from '@andscene/web-kit/class-names'
import { SearchIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { Flex, Input } from 'antd'
import { useId } from 'react'
import { counted, formatNumber } from './card-state.ts'
import styles from './library.module.css'
import { SORTS, type Sort } from './sort-scripts.ts'

type Props = {
  /** Number of all scripts, and of those that match `query`. */
  count: number
  found: number
  /** Absent for a short list. */
  query: string | undefined
  onQuery: (query: string) => void
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The number of scripts, their order, and a search field. */
export function LibraryBar({ count, found, query, onQuery, sort, onSort }: Props) {
  const sortId = useId()
  return (
    <Flex wrap align="center" gap="8px 16px" className={styles.bar ?? ''}>
      {query !== undefined && (
        <Input
          allowClear
          className={styles.find}
          prefix={<SearchIcon />}
          placeholder="Find a script"
          aria-label="Find a script"
          inputMode="search"
          dir="auto"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
        />
      )}
      <output className={classNames(parts.hint, styles.count)}>
        {found < count && `${formatNumber(found)} of `}
        {counted(count, 'script')}
      </output>
      <Flex align="center" gap={8} className={classNames(parts.hint, styles.sort)}>
        <label htmlFor={sortId}>Sort by</label>
        <select
          id={sortId}
          className={parts.select}
          value={sort}
          onChange={(event) => onSort(event.target.value as Sort)}
        >
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Flex>
    </Flex>
  )
}
