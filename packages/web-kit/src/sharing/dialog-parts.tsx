import { ROLE_NAMES, heardText } from './sharing-text.ts'
import type { InvitedRole } from '@andscene/contracts/sharing/roles'
import parts from '../theme/parts.module.css'
import { momentText } from '../text/dates.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useFailure } from '../api/failure.ts'
import { Loading } from '../components/loading.tsx'

type Props<R extends InvitedRole> = {
  id?: string
  label?: string
  roles: readonly R[]
  value: R
  onChange: (role: R) => void
  describedBy?: string
}

/** A native select: a hundred of them are cheap, and phones show their own picker. */
export const RoleSelect = <R extends InvitedRole>(props: Props<R>) => (
  <select
    id={props.id}
    className={parts.select}
    aria-label={props.label}
    aria-describedby={props.describedBy}
    value={props.value}
    onChange={({ target }) => {
      const role = props.roles.find((one) => one === target.value)
      if (role) props.onChange(role)
    }}
  >
    {props.roles.map((role) => (
      <option key={role} value={role}>
        {ROLE_NAMES[role]}
      </option>
    ))}
  </select>
)

/** `RoleSelect` with its label; the element `{id}-hint` explains the role. */
export const RoleField = <R extends InvitedRole>({
  id,
  ...select
}: Omit<Props<R>, 'label' | 'describedBy'> & { id: string }) => (
  <div className={parts.field}>
    <label htmlFor={`${id}-role`}>Role</label>
    <RoleSelect id={`${id}-role`} describedBy={`${id}-hint`} {...select} />
  </div>
)

type HeardProps = {
  lastHeardAt?: string | undefined
  heard?: number | undefined
  heardPage?: number | undefined
}

export function Heard({ lastHeardAt, ...heard }: HeardProps) {
  if (!lastHeardAt) return <span>Has not listened yet</span>
  return (
    <>
      <span>{heardText(heard)}</span>
      <span>
        last <time dateTime={lastHeardAt}>{momentText(lastHeardAt)}</time>
      </span>
    </>
  )
}

/** Shown until a query has data: loading, or the error with Retry. */
export function Missing({ query, text }: { query: UseQueryResult; text: string }) {
  const failure = useFailure(query)
  if (!failure) return <Loading text={text} />
  return (
    <Alert
      role="alert"
      type="error"
      showIcon
      title={failure.message}
      action={
        <Button loading={query.isFetching} onClick={() => void query.refetch({ cancelRefetch: false })}>
          Retry
        </Button>
      }
    />
  )
}
