import { isolated } from '@andscene/contracts/text/isolated'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { Button, Flex } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import { useSnackbar } from '../components/snackbar.tsx'
import { DaysField, NameField, Rejection, useLinkFields } from './link-fields.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { changingLink, useChange } from './sharing-query.ts'
import { daysOf, linkStateText } from './sharing-text.ts'

type Props = { scriptId: string; link: ShareLink; onClose: () => void }

/** Changes the name and the expiry of a link, in place of its row. */
export function LinkEditor({ scriptId, link, onClose }: Props) {
  const snackbar = useSnackbar()
  const [first] = useState(() => ({ name: link.name, days: daysOf(link) }))
  const { nameInput, nameField, daysField, check } = useLinkFields(first)
  const [isExtended, setExtended] = useState(false)
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
    nameInput.current?.focus({ cursor: 'all' })
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [nameInput])
  const save = useChange(scriptId, changingLink(scriptId, link._id), {
    onSuccess: (saved) => {
      onClose()
      snackbar.success(`The link "${isolated(saved.name)}" was saved. ${linkStateText(saved)}.`)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const wanted = check()
    if (!wanted) return
    const { name, days } = wanted
    const isRenamed = name !== link.name
    if (!isRenamed && !isExtended) return onClose()
    // The end is counted from now, so it changes only if the field was changed.
    save.mutate({ ...(isRenamed && { name }), ...(isExtended && { days }) })
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
        <NameField {...nameField} />
        <DaysField
          {...daysField}
          onChange={(changed) => {
            daysField.onChange(changed)
            setExtended(true)
          }}
        />
      </div>
      <Rejection error={save.error} />
      <Flex gap={12}>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          Save link
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Flex>
    </form>
  )
}
