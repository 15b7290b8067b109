import type { Role } from '@andscene/contracts/sharing/roles'
import { may } from '@andscene/contracts/sharing/may'
import { useFailure } from '@andscene/web-kit/failure'
import { classNames } from '@andscene/web-kit/class-names'
import { PlusIcon } from '@andscene/web-kit/icons/actions'
import { Loading } from '@andscene/web-kit/loading'
import parts from '@andscene/web-kit/parts.module.css'
import { SnackbarSlot } from '@andscene/web-kit/snackbar'
import { tip } from '@andscene/web-kit/tooltip'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Grid, Modal } from 'antd'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTelling } from '../upload/page-uploads.ts'
import { DraftList } from './draft-list.tsx'
import { draftsQuery } from './drafts-query.ts'
import { draftUploadOf } from './draft-uploads.ts'
import { NewDraft } from './new-draft.tsx'
import styles from './drafts.module.css'

export type DraftsDialogProps = {
  scriptId: string
  title: string
  /** The user's role; undefined for the owner, as with an older backend. */
  role?: Role | undefined
  open: boolean
  /** Opens with the upload of a new draft. */
  startsNew: boolean
  onClose: () => void
  /** The dialog has closed. */
  onClosed?: (() => void) | undefined
  /** The chosen file is uploaded as a script of its own. */
  onNewScript: () => void
  /** Opens an address of the reader; by default by navigating to it. */
  onGo?: Go | undefined
}

export type Go = (address: string, state?: unknown) => void | Promise<void>

const HEADER = { margin: 0, padding: '20px 64px 12px 24px' }
const WINDOW = { styles: { container: { padding: 0 }, header: HEADER }, centered: true, width: 720 }
const SCREEN = {
  styles: {
    container: { padding: 0, borderRadius: 0, minHeight: '100dvh' },
    header: { ...HEADER, padding: '16px 56px 8px 16px' },
    title: { fontSize: 18, lineHeight: '28px' },
  },
  style: { top: 0, maxWidth: '100vw', margin: 0, padding: 0 },
  width: '100vw',
}

/** The drafts of a script, and the upload of a new one. Requires an AntdProvider above it. */
export function DraftsDialog({ open, onClose, onClosed, ...props }: DraftsDialogProps) {
  const { sm: isWide = true } = Grid.useBreakpoint()
  const { title } = props
  return (
    <Modal
      open={open}
      title={
        <span className={classNames(parts.cut, styles.dialogTitle)} {...tip(title, { whenCut: true })}>
          Drafts of “<bdi>{title}</bdi>”
        </span>
      }
      footer={null}
      {...(isWide ? WINDOW : SCREEN)}
      destroyOnHidden
      onCancel={onClose}
      afterClose={() => onClosed?.()}
    >
      <Content {...props} onClose={onClose} />
    </Modal>
  )
}

function Content({ scriptId, title, role = 'owner', startsNew, ...on }: ContentProps) {
  const { onClose, onNewScript, onGo } = on
  const navigate = useNavigate()
  const page = draftUploadOf(useQueryClient(), scriptId, title)
  const { upload } = page
  const state = useSyncExternalStore(upload.subscribe, upload.getState)
  useTelling(page, true)
  const mayCast = may(role, 'cast')
  const [isNew, setNew] = useState(startsNew)
  const newButton = useRef<HTMLButtonElement>(null)
  const list = useQuery(draftsQuery(scriptId))
  const isUploadShown = mayCast && (isNew || state.status !== 'idle')
  const go: Go = (address, linkState) => {
    onClose()
    if (onGo) void onGo(address, linkState)
    else void navigate(address, { state: linkState })
  }
  return (
    <div className={styles.body}>
      {isUploadShown ? (
        <NewDraft
          scriptId={scriptId}
          title={title}
          upload={upload}
          state={state}
          onDone={() => {
            setNew(false)
            requestAnimationFrame(() => newButton.current?.focus())
          }}
          onNewScript={() => {
            onClose()
            onNewScript()
          }}
          onGo={go}
        />
      ) : (
        mayCast && (
          <Button
            ref={newButton}
            type="primary"
            className={styles.new ?? ''}
            icon={<PlusIcon />}
            onClick={() => setNew(true)}
          >
            New Draft
          </Button>
        )
      )}
      {list.data ? (
        <DraftList
          scriptId={scriptId}
          title={title}
          drafts={list.data}
          mayCast={mayCast}
          isOwner={role === 'owner'}
          onGo={go}
        />
      ) : (
        <Missing list={list} />
      )}
      <SnackbarSlot className={styles.message} />
    </div>
  )
}
type ContentProps = Omit<DraftsDialogProps, 'open' | 'onClosed'>

function Missing({ list }: { list: UseQueryResult }) {
  const failure = useFailure(list)
  if (!failure) return <Loading text="Loading drafts..." />
  return (
    <Alert
      role="alert"
      type="error"
      showIcon
      title={`Error loading drafts: ${failure.message}`}
      action={
        <Button loading={list.isFetching} onClick={() => void list.refetch({ cancelRefetch: false })}>
          Retry
        </Button>
      }
    />
  )
}
