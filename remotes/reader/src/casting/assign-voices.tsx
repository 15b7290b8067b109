import type { Script } from '@andscene/contracts/script'
import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import styles from './assign-voices.module.css'
import { CastingForm } from './casting-form.tsx'
import { castingQuery } from './casting-query.ts'
import { useSilentAfter } from './previews-context.ts'
import { voicesQuery } from './voices-query.ts'

type Props = {
  script: Script
  open: boolean
  onClose: () => void
  /** After the casting was stored; the modal is closing. */
  onSaved: () => void
  /** Only this character is listed (SPEC §2). */
  character?: string | undefined
}

/** Assign Voices to Characters (SPEC §2). Nothing is loaded and nothing is kept while it is closed. */
export function AssignVoicesModal({ open, onClose, ...rest }: Props) {
  useSilentAfter(open)
  return (
    <Modal
      open={open}
      title="Assign Voices to Characters"
      footer={null}
      width={1120}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      classNames={{
        wrapper: styles.wrapper ?? '',
        container: styles.container ?? '',
        body: styles.body ?? '',
      }}
    >
      <Content {...rest} onClose={onClose} />
    </Modal>
  )
}

function Content(props: Omit<Props, 'open'>) {
  const voices = useQuery(voicesQuery())
  const casting = useQuery(castingQuery(props.script._id))
  const error = voices.error ?? casting.error
  if (voices.data && casting.data) {
    return <CastingForm {...props} voices={voices.data} saved={casting.data} />
  }
  if (error) {
    return (
      <Alert
        type="error"
        showIcon
        title={error instanceof Error ? error.message : String(error)}
        action={<Button onClick={props.onClose}>Close</Button>}
      />
    )
  }
  return <Loading text="Loading voices..." />
}
