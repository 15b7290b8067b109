import type { Script } from '@andscene/contracts/script'
import { Loading } from '@andscene/web-kit/loading'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Alert, Button, Grid, Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './assign-voices.module.css'
import { CastingForm } from './casting-form.tsx'
import { castingQuery, savingKey } from './casting-query.ts'
import { useSilentAfter } from './voices/preview-button.tsx'
import { useKept } from './voice-required-dialog.tsx'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'

type Props = {
  script: Script
  /** May become false while the dialog is open: it then lists the unsaved changes. */
  mayCast: boolean
  open: boolean
  onClose: () => void
  onSaved: () => void
  onClosed?: () => void
  character?: string | undefined
}

const HEADER = { margin: 0, padding: '20px 64px 12px 24px' }
const WINDOW = { styles: { container: { padding: 0 }, header: HEADER }, centered: true }
const SCREEN = {
  styles: {
    container: { padding: 0, borderRadius: 0 },
    header: { ...HEADER, padding: '20px 56px 12px 16px' },
    // One line: the list below gets the rest of the screen.
    title: { fontSize: 18, lineHeight: '28px' },
  },
  style: { top: 0, maxWidth: '100vw', margin: 0, padding: 0 },
}

/** Assign Voices to Characters (product §2). Loads nothing and keeps no changes while closed. */
export function AssignVoicesModal({ open, onClose, onClosed, ...props }: Props) {
  const { mayCast } = props
  const [modal, question] = Modal.useModal()
  const character = useKept(open, props.character)
  const isWhole = character === undefined
  const { sm: isWide = true } = Grid.useBreakpoint()
  const isScreen = isWhole && !isWide
  const [isChanged, setIsChanged] = useState(false)
  const isSaving = useIsMutating({ mutationKey: savingKey(props.script._id) }) > 0
  const body = useRef<HTMLDivElement>(null)
  useSilentAfter(open)

  const closeUnused = useEffectEvent(() => onClose())
  useEffect(() => {
    if (open && !mayCast && !isChanged) closeUnused()
  }, [open, mayCast, isChanged])

  const leave = () => {
    if (isSaving) return
    if (!isChanged || !mayCast) return onClose()
    modal.confirm({
      title: 'Discard your changes?',
      content: 'Unsaved voices will be lost.',
      okText: 'Discard',
      cancelText: 'Keep Editing',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }

  return (
    <>
      <Modal
        open={open}
        title="Assign Voices to Characters"
        footer={null}
        width={isScreen ? '100vw' : isWhole ? 1120 : 560}
        {...(isScreen ? SCREEN : WINDOW)}
        destroyOnHidden
        mask={{ closable: false }}
        onCancel={leave}
        afterOpenChange={(isOpen) => {
          if (!isOpen) onClosed?.()
          // Keeps the focus if the user moved it before the opening animation ended.
          else if (!body.current?.contains(document.activeElement))
            // Not the search field: focusing it opens the on-screen keyboard.
            body.current?.querySelector<HTMLElement>('[role=tab], [role=combobox]')?.focus()
        }}
      >
        <div ref={body} className={styles.body} data-whole={isWhole || undefined}>
          <Content {...props} character={character} onClose={onClose} onChanged={setIsChanged} />
        </div>
      </Modal>
      {question}
    </>
  )
}

function Content(props: Omit<Props, 'open' | 'onClosed'> & { onChanged: (isChanged: boolean) => void }) {
  const voices = useQuery({ ...voicesQuery(), select: voicesOf })
  const casting = useQuery(castingQuery(props.script._id))
  const error = voices.error ?? casting.error
  if (voices.data && casting.data) {
    return <CastingForm {...props} voices={voices.data} saved={casting.data} />
  }
  if (!error) return <Loading text="Loading voices..." />
  return (
    <div className={styles.problem}>
      <Alert type="error" showIcon title={error instanceof Error ? error.message : String(error)} />
      <Button onClick={props.onClose}>Close</Button>
    </div>
  )
}
