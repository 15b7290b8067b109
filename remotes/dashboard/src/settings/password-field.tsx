import parts from '@andscene/web-kit/parts.module.css'
import { Button, Input, Space, type InputRef } from 'antd'
import { useId, useState, type Ref } from 'react'
import { hasPassword } from '@andscene/web-kit/identity'
import { useSession } from '@andscene/web-kit/session'
import { useQuery } from '@tanstack/react-query'

type Props = {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  /** Id of a text that explains the field. */
  hintId?: string
  disabled?: boolean
  ref?: Ref<InputRef>
}

export function PasswordField(props: Props) {
  const { label, autoComplete, value, onChange, problem, hintId, disabled = false, ref } = props
  const id = useId()
  const [shown, setShown] = useState(false)
  const described = [problem && `${id}-problem`, hintId].filter(Boolean).join(' ')
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{label}</label>
      <Space.Compact block>
        <Input
          ref={ref ?? null}
          id={id}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== undefined}
          {...(problem !== undefined && { status: 'error' as const })}
          {...(described && { 'aria-describedby': described })}
        />
        <Button
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      </Space.Compact>
      {problem && (
        <p id={`${id}-problem`} className={parts.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

export const UNKNOWN_SIGN_IN = 'Your sign-in method did not load. Please try again.'

export function useHasPassword() {
  const uid = useSession().user?.uid
  return useQuery({ queryKey: ['has-password', uid], queryFn: hasPassword })
}
