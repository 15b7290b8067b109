import { isolated } from '@andscene/contracts/text/isolated'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { Button, Flex, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useId, useRef, useState, type SubmitEvent } from 'react'
import { useSnackbar } from '../components/snackbar.tsx'
import { DaysField, daysProblem, NameField, nameProblem } from './link-fields.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { changingLink, useChange } from './sharing-query.ts'
import { daysOf, linkStateText } from './sharing-text.ts'

type Props = { scriptId: string; link: ShareLink; onClose: () => void }

/** Changes the name and the expiry of a link, in place of its row. */
export function LinkEditor({ scriptId, link, onClose }: Props) {
  const id = useId()
  const snackbar = useSnackbar()
  const nameField = useRef<InputRef>(null)
  const [name, setName] = useState(link.name)
  const [days, setDays] = useState<number | null>(() => daysOf(link))
  const [isExtended, setExtended] = useState(false)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Closes the form, not the dialog.
      event.stopPropagation()
      close()
    }
    const element = form.current
    nameField.current?.focus({ cursor: 'all' })
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [])
  const save = useChange(scriptId, changingLink(scriptId, link._id), {
    onSuccess: (saved) => {
      onClose()
      snackbar.success(`The link "${isolated(saved.name)}" was saved. ${linkStateText(saved)}.`)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setTried(true)
    if (nameProblem(name)) return nameField.current?.focus()
    if (days === null || daysProblem(days)) return document.getElementById(`${id}-days`)?.focus()
    const isRenamed = name.trim() !== link.name
    if (!isRenamed && !isExtended) return onClose()
    // The end is counted from now, so it changes only if the field was changed.
    save.mutate({ ...(isRenamed && { name: name.trim() }), ...(isExtended && { days }) })
  }
  return (
    <form
      ref={form}
      className={parts.stack}
      noValidate
      aria-label={`Edit the link ${link.name}`}
      onSubmit={submit}
    >
      <div className={styles.pair}>
        <NameField
          id={id}
          input={nameField}
          value={name}
          onChange={setName}
          problem={isTried ? nameProblem(name) : undefined}
        />
        <DaysField
          id={`${id}-days`}
          value={days}
          isTried={isTried}
          onChange={(changed) => {
            setDays(changed)
            setExtended(true)
          }}
        />
      </div>
      {save.error && (
        <p className={parts.problem} role="alert" dir="auto">
          {save.error.message}
        </p>
      )}
      <Flex gap={12}>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          Save link
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Flex>
    </form>
  )
}
