import { isolated } from '@andscene/contracts/text/isolated'
import { useQuery } from '@tanstack/react-query'
import { Button, Grid, Modal, Tabs, type InputRef } from 'antd'
import { useRef, useState, type RefObject } from 'react'
import { useHold } from '../navigation/safe-moment.ts'
import { SnackbarSlot } from '../components/snackbar.tsx'
import { tip } from '../components/tooltip.tsx'
import { ChangesLink, useOlderDrafts } from './changes-link.tsx'
import { HistoryTab } from './history-tab.tsx'
import { InviteForm } from './invite-form.tsx'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { useLinkAddresses } from './link-addresses.ts'
import { LinksTab } from './links-tab.tsx'
import { PeopleList } from './people-list.tsx'
import { Missing } from './dialog-parts.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { sharingQuery } from './sharing-query.ts'
import { useQuestion, type Ask } from './use-question.tsx'

export type ShareDialogProps = {
  scriptId: string
  title: string
  open: boolean
  /** How many drafts there are; 1 with an older backend. */
  draftCount?: number
  onClose: () => void
}

const HEADER = { margin: 0, padding: '20px 64px 4px 24px' }
const WINDOW = { styles: { container: { padding: 0 }, header: HEADER }, centered: true, width: 720 }
const SCREEN = {
  styles: {
    container: { padding: 0, borderRadius: 0 },
    header: { ...HEADER, padding: '16px 56px 4px 16px' },
    title: { fontSize: 18, lineHeight: '28px' },
  },
  style: { top: 0, maxWidth: '100vw', margin: 0, padding: 0 },
  width: '100vw',
}

/**
 * Shares a script (decision 0047): people, links for guests and history, for its owner. Requires an AntdProvider above
 * it. Sends no requests while closed.
 */
export function ShareDialog({ scriptId, title, open, draftCount = 1, onClose }: ShareDialogProps) {
  const { sm: isWide = true } = Grid.useBreakpoint()
  const [ask, question] = useQuestion()
  const [fresh, setFresh] = useState<ShareLink>()
  /** Links that were created since the dialog was opened. */
  const [created, setCreated] = useState<readonly ShareLink[]>([])
  const known = useLinkAddresses(scriptId)
  const email = useRef<InputRef>(null)
  const unsent = open ? created.find(({ _id }) => known.addresses[_id]?.isTaken === false) : undefined
  // The server does not know the address.
  useHold(unsent !== undefined)

  const leave = () => {
    if (!unsent) return onClose()
    ask({
      title: 'Close without copying the link?',
      content: `You can copy the address of the link "${isolated(unsent.name)}" here only until you close or reload this page.`,
      okText: 'Close anyway',
      cancelText: 'Go back',
      onOk: onClose,
    })
  }
  return (
    <>
      <Modal
        open={open}
        title={
          <span className={classNames(parts.cut, styles.title)} {...tip(title, { whenCut: true })}>
            Share “<bdi>{title}</bdi>”
          </span>
        }
        footer={null}
        {...(isWide ? WINDOW : SCREEN)}
        destroyOnHidden
        onCancel={leave}
        afterOpenChange={(isOpen) => {
          if (!isOpen) {
            setFresh(undefined)
            setCreated([])
          }
          // On a phone, the keyboard would cover the dialog.
          else if (!matchMedia('(pointer: coarse)').matches) email.current?.focus()
        }}
      >
        <Content
          scriptId={scriptId}
          draftCount={draftCount}
          fresh={fresh}
          onFresh={(link) => {
            setFresh(link)
            if (link) setCreated([...created, link])
          }}
          known={known}
          ask={ask}
          email={email}
        />
      </Modal>
      {question}
    </>
  )
}

type ContentProps = {
  scriptId: string
  draftCount: number
  fresh: ShareLink | undefined
  onFresh: (fresh: ShareLink | undefined) => void
  known: ReturnType<typeof useLinkAddresses>
  ask: Ask
  email: RefObject<InputRef | null>
}

const countOf = (items: readonly unknown[] | undefined) => (items?.length ? ` (${items.length})` : '')

function Content({ scriptId, draftCount, fresh, onFresh, known, ask, email }: ContentProps) {
  const sharing = useQuery(sharingQuery(scriptId))
  const { data } = sharing
  const drafts = useOlderDrafts(scriptId, draftCount)
  const missing = <Missing query={sharing} text="Loading..." />
  return (
    <div className={styles.body}>
      <Tabs
        className={styles.tabs ?? ''}
        items={[
          {
            key: 'people',
            label: `People${countOf(data?.collaborators)}`,
            children: (
              <div className={styles.panel}>
                <InviteForm field={email} scriptId={scriptId} people={data?.collaborators} />
                {data ? <PeopleList scriptId={scriptId} people={data.collaborators} ask={ask} /> : missing}
                {data && data.collaborators.length > 0 && <ChangesLink scriptId={scriptId} drafts={drafts} />}
              </div>
            ),
          },
          {
            key: 'links',
            label: `Links${countOf(data?.links.filter(({ revokedAt }) => !revokedAt))}`,
            children: (
              <div className={styles.panel}>
                {data ? (
                  <LinksTab
                    scriptId={scriptId}
                    links={data.links}
                    drafts={drafts}
                    fresh={fresh}
                    onFresh={onFresh}
                    known={known}
                    ask={ask}
                  />
                ) : (
                  missing
                )}
              </div>
            ),
          },
          {
            key: 'history',
            label: 'History',
            destroyOnHidden: true,
            children: (
              <div className={styles.panel}>
                <HistoryTab scriptId={scriptId} />
              </div>
            ),
          },
        ]}
      />
      {sharing.isRefetchError && (
        <output className={styles.stale}>
          Not up to date: {sharing.error.message}
          <Button size="small" loading={sharing.isFetching} onClick={() => void sharing.refetch()}>
            Retry
          </Button>
        </output>
      )}
      <SnackbarSlot className={styles.message} />
    </div>
  )
}
