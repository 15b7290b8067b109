import { LINK_DAYS, LINK_NAME_LIMIT } from '@andscene/contracts/limits'
import { Flex, Input, InputNumber, type InputRef } from 'antd'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { expiryText } from './sharing-text.ts'

const QUICK_DAYS = [7, 30, 90, 365]

const nameProblem = (name: string): string | undefined =>
  name.trim() ? undefined : 'Enter a name for the link'

const daysProblem = (days: number | null): string | undefined =>
  days !== null && Number.isInteger(days) && days >= LINK_DAYS.least && days <= LINK_DAYS.most
    ? undefined
    : `Enter a whole number from ${LINK_DAYS.least} to ${LINK_DAYS.most}`

/** The name and the days of a link, with the props of their fields. `days` is null while its field is empty. */
export function useLinkFields(first: { name: string; days: number | null }) {
  const id = useId()
  const nameInput = useRef<InputRef>(null)
  const [name, setName] = useState(first.name)
  const [days, setDays] = useState(first.days)
  const [isTried, setTried] = useState(false)
  return {
    id,
    nameInput,
    isTried,
    nameField: { id, input: nameInput, value: name, onChange: setName, isTried },
    daysField: { id: `${id}-days`, value: days, onChange: setDays, isTried },
    /** Returns the values; undefined if one is not valid: then its field has the focus and shows why. */
    check(): { name: string; days: number } | undefined {
      setTried(true)
      if (nameProblem(name)) nameInput.current?.focus()
      else if (days === null || daysProblem(days)) document.getElementById(`${id}-days`)?.focus()
      else return { name: name.trim(), days }
      return undefined
    },
  }
}

type NameProps = {
  id: string
  input: RefObject<InputRef | null>
  value: string
  onChange: (name: string) => void
  isTried: boolean
}

export function NameField({ id, input, value, onChange, isTried }: NameProps) {
  const problem = isTried ? nameProblem(value) : undefined
  return (
    <Field id={id} label="Name of the link" problem={problem}>
      <Input
        ref={input}
        id={id}
        dir="auto"
        autoComplete="off"
        placeholder="Producers"
        maxLength={LINK_NAME_LIMIT}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...invalid(id, problem)}
      />
    </Field>
  )
}

type DaysProps = {
  id: string
  /** Null while the field is empty. */
  value: number | null
  onChange: (days: number | null) => void
  isTried: boolean
}

/** Has no limits of its own, because it would replace a wrong number by another one without a message. */
export function DaysField({ id, value, onChange, isTried }: DaysProps) {
  const problem = daysProblem(value)
  return (
    <div className={parts.field}>
      <label htmlFor={id}>Expires in days</label>
      <Flex wrap gap={6}>
        <InputNumber
          id={id}
          style={{ width: 84 }}
          inputMode="numeric"
          value={value}
          onChange={onChange}
          aria-invalid={isTried && problem !== undefined}
          aria-describedby={`${id}-expiry`}
          {...(isTried && problem !== undefined && { status: 'error' as const })}
        />
        {QUICK_DAYS.map((count) => (
          <button
            key={count}
            type="button"
            className={classNames(parts.textButton, styles.quick)}
            aria-label={`${count} days`}
            aria-pressed={value === count}
            onClick={() => onChange(count)}
          >
            {count}
          </button>
        ))}
      </Flex>
      <p id={`${id}-expiry`} className={isTried && problem ? parts.problem : parts.hint}>
        {problem ?? expiryText(value!)}
      </p>
    </div>
  )
}

/** Why the backend rejected a form. */
export const Rejection = ({ error }: { error: Error | null }) =>
  error && (
    <p className={parts.problem} role="alert" dir="auto">
      {error.message}
    </p>
  )

/** Attributes of an input with a problem, which `Field` shows. */
export const invalid = (id: string, problem: string | undefined) => ({
  'aria-invalid': problem !== undefined,
  ...(problem !== undefined && { status: 'error' as const, 'aria-describedby': `${id}-problem` }),
})

type FieldProps = { id: string; label: string; problem: string | undefined; children: ReactNode }

export const Field = ({ id, label, problem, children }: FieldProps) => (
  <div className={parts.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    {problem && (
      <p id={`${id}-problem`} className={parts.problem}>
        {problem}
      </p>
    )}
  </div>
)
