import type { Draft } from '@andscene/contracts/drafts'
import { DRAFT_NAME_LIMIT } from '@andscene/contracts/limits'
import parts from '@andscene/web-kit/parts.module.css'
import { Button, Flex, Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useRenaming } from './drafts-query.ts'
import styles from './drafts.module.css'

type Props = {
  scriptId: string
  draft: Pick<Draft, 'number' | 'name'>
  onRenamed: (name: string) => void
  onClose: () => void
}

/** Renames a draft, in place of its row. */
export function DraftNameForm({ scriptId, draft, onRenamed, onClose }: Props) {
  const id = useId()
  const input = useRef<InputRef>(null)
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(draft.name)
  const rename = useRenaming(scriptId, draft, {
    onSuccess: () => {
      onRenamed(name.trim())
      onClose()
    },
    onError: () => undefined,
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      // Closes the form, not the dialog.
      event.stopPropagation()
      close()
    }
    const element = form.current
    input.current?.focus({ cursor: 'all' })
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [])
  const submit = (event: React.SubmitEvent) => {
    event.preventDefault()
    const next = name.trim()
    if (rename.isPending || !next) return
    if (next === draft.name) return onClose()
    rename.mutate(next)
  }
  return (
    <form ref={form} className={styles.rename} onSubmit={submit}>
      <div className={parts.field}>
        <label htmlFor={id}>Name of the draft</label>
        <Input
          ref={input}
          id={id}
          dir="auto"
          autoComplete="off"
          maxLength={DRAFT_NAME_LIMIT}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      {rename.error && (
        <p className={parts.problem} role="alert" dir="auto">
          Failed to rename the draft: {rename.error.message}
        </p>
      )}
      <Flex gap={12}>
        <Button type="primary" htmlType="submit" loading={rename.isPending} disabled={!name.trim()}>
          Rename
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Flex>
    </form>
  )
}
