import { Button, Flex, Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import parts from '../theme/parts.module.css'

type Props = {
  label: string
  value: string
  /** The value was copied, or selected so that the user can copy it. */
  onTaken?: () => void
  primary?: boolean
  /** Copies on mount and takes the focus, because it replaces the button that requested it. */
  copies?: boolean
}

const DONE_MS = 4_000

/** A link with a Copy button. If the clipboard is blocked, the link is selected. */
export function CopyField({ label, value, onTaken, primary = false, copies = false }: Props) {
  const input = useRef<InputRef>(null)
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<'copied' | 'blocked'>()
  const copy = async () => {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
      timer.current = setTimeout(() => setState(undefined), DONE_MS)
    } catch {
      input.current?.focus({ cursor: 'all' })
      setState('blocked')
    }
    onTaken?.()
  }
  const copyNow = useEffectEvent(() => void copy())
  useEffect(() => {
    if (!copies) return
    if (document.activeElement === document.body) button.current?.focus()
    const begun = setTimeout(copyNow)
    return () => clearTimeout(begun)
  }, [copies])
  return (
    <div>
      <Flex gap={8}>
        <Input
          ref={input}
          readOnly
          dir="ltr"
          aria-label={label}
          value={value}
          onFocus={({ target }) => target.select()}
          onCopy={onTaken}
        />
        <Button ref={button} type={primary ? 'primary' : 'default'} onClick={() => void copy()}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </Flex>
      <output className={parts.hint}>
        {state === 'copied' && <span className="as-visually-hidden">{label} copied</span>}
        {state === 'blocked' && 'The browser blocked copying. The link is selected: press Ctrl+C (⌘C).'}
      </output>
    </div>
  )
}
