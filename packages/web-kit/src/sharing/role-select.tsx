import { ROLE_NAMES } from './sharing-text.ts'
import type { InvitedRole } from '@andscene/contracts/roles'
import parts from '../theme/parts.module.css'

type Props<R extends InvitedRole> = {
  id?: string
  label?: string
  roles: readonly R[]
  value: R
  onChange: (role: R) => void
  describedBy?: string
}

/** A native select: a hundred of them are cheap, and it is familiar on a phone. */
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

/** The same with its label; the element `{id}-hint` explains the role. */
export const RoleField = <R extends InvitedRole>({
  id,
  ...select
}: Omit<Props<R>, 'label' | 'describedBy'> & { id: string }) => (
  <div className={parts.field}>
    <label htmlFor={`${id}-role`}>Role</label>
    <RoleSelect id={`${id}-role`} describedBy={`${id}-hint`} {...select} />
  </div>
)
