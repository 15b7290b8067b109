import { useSnackbar } from '@andscene/web-kit/snackbar'
import parts from '@andscene/web-kit/parts.module.css'
import { DoneIcon } from '@andscene/web-kit/icons/things'
import { PlayIcon } from '@andscene/web-kit/icons/actions'
import { Button, Flex } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { changesAddress, changesText, draftBefore, hasChanges, scriptAddress } from './draft-text.ts'
import type { NewDraft } from './draft-uploads.ts'
import { DraftNameForm } from './draft-name-form.tsx'
import type { Go } from './drafts-dialog.tsx'
import styles from './drafts.module.css'

/** In the history state of a link: the reader plays the changes. */
const BEGIN_CHANGES = { begin: 'changes' }

type Props = { scriptId: string; made: NewDraft; onDone: () => void; onGo: Go }

/** The result of an upload: the draft, which can be renamed here, and its changes. */
export function NewDraftSummary({ scriptId, made: { draft, drafts, counts }, onDone, onGo }: Props) {
  const snackbar = useSnackbar()
  const panel = useRef<HTMLElement>(null)
  const [name, setName] = useState(draft.name)
  const [isRenamed, setRenamed] = useState(false)
  useEffect(() => {
    if (!isRenamed) panel.current?.querySelector('button')?.focus()
  }, [isRenamed])
  // The draft that it was compared with; a server of an older version does not name it.
  const since =
    drafts.drafts.find(({ number }) => number === draft.number)?.changes?.since ??
    draftBefore(drafts, draft)?.number
  const go: Go = (address, state) => {
    onDone()
    void onGo(address, state)
  }
  if (isRenamed)
    return (
      <section className={styles.panel} aria-label="New Draft">
        <DraftNameForm
          scriptId={scriptId}
          draft={{ ...draft, name }}
          onClose={() => setRenamed(false)}
          onRenamed={(renamed) => {
            setName(renamed)
            snackbar.success('Draft renamed.')
          }}
        />
      </section>
    )
  return (
    <section ref={panel} className={styles.panel} aria-label="New Draft">
      <div className={styles.made}>
        <span className={parts.disc} data-tone="good" aria-hidden="true">
          <DoneIcon />
        </span>
        <output>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {counts ? `: ${changesText(counts)}` : ' was added.'}
        </output>
      </div>
      <Flex wrap gap={12}>
        {counts && hasChanges(counts) && since !== undefined && (
          <Button
            type="primary"
            icon={<PlayIcon size={16} />}
            onClick={() => void go(changesAddress(scriptId, since), BEGIN_CHANGES)}
          >
            Play Changes
          </Button>
        )}
        <Button onClick={() => void go(scriptAddress(scriptId))}>Open</Button>
        <Button onClick={() => setRenamed(true)}>Rename</Button>
        <Button onClick={onDone}>Done</Button>
      </Flex>
    </section>
  )
}
