import type { Draft } from '@andscene/contracts/drafts'
import { listDrafts } from '@andscene/contracts/routes/drafts'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../api/api-client.ts'
import { queryKeys } from '../api/query-keys.ts'
import parts from '../theme/parts.module.css'
import { CopyField } from './copy-field.tsx'
import styles from './share-dialog.module.css'

const NONE: readonly Draft[] = []

/** The drafts that the present one can be compared with, the latest first; none while unknown. */
export function useOlderDrafts(scriptId: string, draftCount: number): readonly Draft[] {
  const { data } = useQuery({
    queryKey: [...queryKeys.script(scriptId), 'drafts'],
    queryFn: async ({ signal }) => (await call(listDrafts, { params: { id: scriptId }, signal })).data,
    enabled: draftCount > 1,
  })
  if (!data) return NONE
  return data.drafts.filter(({ number }) => number !== data.present).toSorted((a, b) => b.number - a.number)
}

type SelectProps = {
  id?: string
  label?: string
  drafts: readonly Draft[]
  value: number | undefined
  disabled?: boolean
  onChange: (number: number) => void
}

const DraftSelect = ({ id, label, drafts, value, disabled, onChange }: SelectProps) => (
  <select
    id={id}
    className={parts.select}
    aria-label={label}
    disabled={disabled}
    value={value}
    onChange={({ target }) => onChange(Number(target.value))}
  >
    {drafts.map(({ number, name }) => (
      <option key={number} value={number}>
        {name}
      </option>
    ))}
  </select>
)

type FieldProps = {
  drafts: readonly Draft[]
  /** Undefined: guests are led to the script. */
  value: number | undefined
  onChange: (since: number | undefined) => void
}

/** Whether guests of a new link are led to the changes, and since which draft. */
export function ChangesField({ drafts, value, onChange }: FieldProps) {
  const id = useId()
  const [chosen, setChosen] = useState(value)
  const [latest] = drafts
  if (!latest) return null
  const since = drafts.find(({ number }) => number === chosen)?.number ?? latest.number
  return (
    <div className={styles.changes}>
      <label htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={value !== undefined}
          onChange={({ target }) => onChange(target.checked ? since : undefined)}
        />
        Lead to the changes since
      </label>
      <DraftSelect
        label="Since which draft"
        drafts={drafts}
        value={since}
        disabled={value === undefined}
        onChange={(number) => {
          setChosen(number)
          onChange(number)
        }}
      />
    </div>
  )
}

/** Where a link leads, if not to the start of the script. */
export function LeadsTo({ link, drafts }: { link: ShareLink; drafts: readonly Draft[] }) {
  if (link.changesSince === undefined) return null
  const since = drafts.find(({ number }) => number === link.changesSince)
  return (
    <span>
      Leads to the changes
      {since && (
        <>
          {' since '}
          <bdi>{since.name}</bdi>
        </>
      )}
    </span>
  )
}

/** The address of a link for guests. */
export const guestAddress = ({ changesSince }: ShareLink, token: string): string =>
  `${location.origin}/listen${changesSince === undefined ? '' : `?changes=${changesSince}`}#${token}`

/** A link to the changes, for people who have the script already. */
export function ChangesLink({ scriptId, drafts }: { scriptId: string; drafts: readonly Draft[] }) {
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const [latest] = drafts
  if (!latest) return null
  const since = drafts.find(({ number }) => number === chosen)?.number ?? latest.number
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>Link to the changes</h3>
      <p className={parts.hint}>For people who have access: it opens the script with what changed.</p>
      <div className={styles.changes}>
        <label htmlFor={id}>Changes since</label>
        <DraftSelect id={id} drafts={drafts} value={since} onChange={setChosen} />
      </div>
      <CopyField
        label="Link to the changes"
        value={`${location.origin}/scripts/${encodeURIComponent(scriptId)}?changes=${since}`}
      />
    </section>
  )
}
