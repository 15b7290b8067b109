import type { Draft, Drafts } from '@andscene/contracts/drafts'
import { isolated } from '@andscene/contracts/text/isolated'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { dayText } from '@andscene/web-kit/text/dates'
import { fileName, saveFile } from '@andscene/web-kit/text/save-file'
import { tip } from '@andscene/web-kit/tooltip'
import { useMutation } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import {
  changesAddress,
  changesText,
  draftAddress,
  draftBefore,
  sizeText,
  successorOf,
  withDifference,
} from './draft-text.ts'
import { DraftNameForm } from './draft-name-form.tsx'
import { downloadFile, useDeletion, useMakingPresent } from './drafts-query.ts'
import styles from './drafts.module.css'

type Props = {
  scriptId: string
  title: string
  draft: Draft
  drafts: Drafts
  mayCast: boolean
  isOwner: boolean
  /** Receives the focus after the row was removed. */
  heading: RefObject<HTMLHeadingElement | null>
  onGo: (address: string) => void
}

export function DraftRow(props: Props) {
  const { scriptId, draft, drafts, mayCast, onGo } = props
  const { number, name, uploadedAt, uploadedBy, mine, pages, lineCount, bytes, changes } = draft
  const nameId = useId()
  const [isRenamed, setRenamed] = useState(false)
  const wasRenamed = useRef(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isRenamed || !wasRenamed.current) return
    wasRenamed.current = false
    renameButton.current?.focus()
  }, [isRenamed])
  if (isRenamed)
    return (
      <li className={styles.edited}>
        <DraftNameForm
          scriptId={scriptId}
          draft={draft}
          onRenamed={() => undefined}
          onClose={() => {
            wasRenamed.current = true
            setRenamed(false)
          }}
        />
      </li>
    )
  const isPresent = number === drafts.present
  const before = draftBefore(drafts, draft)
  const by = mine ? 'you' : uploadedBy
  const button = { type: 'button', className: parts.textButton, 'aria-describedby': nameId } as const
  return (
    <li className={styles.row} aria-current={isPresent || undefined}>
      <p className={styles.title}>
        <span
          id={nameId}
          className={classNames(parts.cut, styles.name)}
          dir="auto"
          {...tip(name, { whenCut: true })}
        >
          {name}
        </span>
        {isPresent && (
          <span className={parts.chip} data-tone="good">
            Present
          </span>
        )}
      </p>
      <ul className={classNames(parts.list, parts.fact, styles.facts)}>
        <li>
          <time dateTime={uploadedAt}>{dayText(uploadedAt)}</time>
          {by && (
            <>
              {' by '}
              <bdi>{by}</bdi>
            </>
          )}
        </li>
        <li>{withDifference(pages, before?.pages, 'page')}</li>
        <li>{withDifference(lineCount, before?.lineCount, 'line')}</li>
        {changes && changes.since === before?.number && <li>{changesText(changes.counts)}</li>}
        {bytes !== undefined && <li>{sizeText(bytes)}</li>}
      </ul>
      <div className={styles.actions}>
        <button {...button} onClick={() => onGo(draftAddress(scriptId, number, drafts.present))}>
          Open
        </button>
        {!isPresent && (
          <button {...button} onClick={() => onGo(changesAddress(scriptId, number))}>
            Show Changes
          </button>
        )}
        {mayCast && (
          <Changes
            {...props}
            button={button}
            onPresent={() => renameButton.current?.focus()}
            rename={
              <button ref={renameButton} {...button} onClick={() => setRenamed(true)}>
                Rename
              </button>
            }
          />
        )}
      </div>
    </li>
  )
}

type ChangesProps = Props & {
  button: { type: 'button'; className: string | undefined; 'aria-describedby': string }
  rename: React.ReactNode
  /** The button that was pressed no longer exists: moves the focus. */
  onPresent: () => void
}

function Changes(props: ChangesProps) {
  const { scriptId, title, draft, drafts, isOwner, heading, button, rename, onPresent } = props
  const snackbar = useSnackbar()
  const [modal, question] = Modal.useModal()
  const name = isolated(draft.name)
  const present = useMakingPresent(scriptId, draft, {
    onSuccess: () => {
      snackbar.success(`${name} is now the present draft.`)
      onPresent()
    },
    onError: (error) => snackbar.error(`Failed to make ${name} the present draft: ${error.message}`),
  })
  const deletion = useDeletion(scriptId, draft, {
    onSuccess: () => {
      snackbar.success(`${name} was deleted.`)
      heading.current?.focus()
    },
    onError: (error) => snackbar.error(`Failed to delete ${name}: ${error.message}`),
  })
  const download = useMutation({
    mutationFn: () => downloadFile(scriptId, draft),
    onSuccess: (file) => saveFile(fileName(`${title} ${draft.name}`, 'fdx'), file),
    onError: (error) => snackbar.error(`Failed to download ${name}: ${error.message}`),
  })
  const askPresent = () =>
    void modal.confirm({
      title: `Make ${name} the present draft?`,
      content:
        'Listeners and guests hear and see it from then on. Casting, directions, notes and places follow it.',
      okText: 'Make Present',
      centered: true,
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => present.mutate(undefined),
    })
  const successor = successorOf(drafts, draft)
  const askDelete = () =>
    void modal.confirm({
      title: `Delete ${name}?`,
      content: `${
        successor ? `${isolated(successor.name)} becomes the present draft. ` : ''
      }The file and the lines of this draft are deleted. This action cannot be undone.`,
      okText: 'Delete',
      okButtonProps: { danger: true },
      centered: true,
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => deletion.mutate(undefined),
    })
  const isOnly = drafts.drafts.length === 1
  return (
    <>
      {draft.number !== drafts.present && (
        <button {...button} aria-busy={present.isPending} disabled={present.isPending} onClick={askPresent}>
          Make Present
        </button>
      )}
      {rename}
      <button
        {...button}
        aria-busy={download.isPending}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </button>
      {(isOwner || draft.mine) && !isOnly && (
        <button
          {...button}
          data-tone="danger"
          aria-busy={deletion.isPending}
          disabled={deletion.isPending}
          onClick={askDelete}
        >
          Delete
        </button>
      )}
      {question}
    </>
  )
}
