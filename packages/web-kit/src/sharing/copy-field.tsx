import { Button, Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'

type Props = {
  /** What is in it. */
  label: string
  value: string
  /** It was copied, or selected to be copied by hand. */
  onTaken?: () => void
  /** It is what there is to do. */
  primary?: boolean
  /** Copied as soon as it is shown, in place of the button that asked for it, whose focus it takes over. */
  copies?: boolean
}

const DONE_MS = 4_000

/** An address to pass on. Where the clipboard is not ours to write, it is selected. */
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
  const copyAtOnce = useEffectEvent(() => void copy())
  useEffect(() => {
    if (!copies) return
    if (document.activeElement === document.body) button.current?.focus()
    const begun = setTimeout(copyAtOnce)
    return () => clearTimeout(begun)
  }, [copies])
  return (
    <div>
      <div className={styles.copy}>
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
      </div>
      <output className={parts.hint}>
        {state === 'copied' && <span className="as-visually-hidden">{label} copied</span>}
        {state === 'blocked' && 'The browser blocked copying. The link is selected: press Ctrl+C (⌘C).'}
      </output>
    </div>
  )
}
