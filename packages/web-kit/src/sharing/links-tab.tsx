import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { PlusIcon } from '../icons/actions.tsx'
import { useSnackbar } from '../components/snackbar.tsx'
import { CopyField } from './copy-field.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkRow } from './link-row.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import type { CreatedLink } from './sharing-query.ts'
import { isExpired } from './sharing-text.ts'
import type { Ask } from './use-question.tsx'

export type Fresh = CreatedLink & { isTaken: boolean }

type Props = {
  scriptId: string
  links: readonly ShareLink[]
  fresh: Fresh | undefined
  onFresh: (fresh: Fresh | undefined) => void
  ask: Ask
}

const isOver = (link: ShareLink) => link.revokedAt !== undefined || isExpired(link)

export function LinksTab({ scriptId, links, fresh, onFresh, ask }: Props) {
  const snackbar = useSnackbar()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isMaking, setMaking] = useState<boolean>()
  const ordered = links.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
  return (
    <>
      {fresh ? (
        <FreshLink
          key={fresh.link._id}
          fresh={fresh}
          onTaken={() => onFresh({ ...fresh, isTaken: true })}
          onDone={() => {
            onFresh(undefined)
            heading.current?.focus()
          }}
        />
      ) : (isMaking ?? links.length === 0) ? (
        <LinkForm
          scriptId={scriptId}
          isWanted={isMaking === true}
          onCancel={
            links.length > 0
              ? () => {
                  setMaking(false)
                  heading.current?.focus()
                }
              : undefined
          }
          onCreated={(created) => {
            setMaking(false)
            onFresh({ ...created, isTaken: false })
            snackbar.success(`The link "${created.link.name}" was created.`)
          }}
        />
      ) : (
        <Button icon={<PlusIcon />} onClick={() => setMaking(true)}>
          New link
        </Button>
      )}
      <section className={styles.section}>
        <h3 ref={heading} tabIndex={-1} className={styles.heading}>
          Links for guests
        </h3>
        {links.length === 0 ? (
          <p className={styles.empty}>No links yet. With a link, guests listen without an account.</p>
        ) : (
          <ul className={parts.list}>
            {ordered.map((link) => (
              <LinkRow key={link._id} scriptId={scriptId} link={link} ask={ask} heading={heading} />
            ))}
          </ul>
        )}
        <p className={parts.hint}>Guests see: “The writer sees how far you listened.”</p>
      </section>
    </>
  )
}

type FreshProps = { fresh: Fresh; onTaken: () => void; onDone: () => void }

function FreshLink({ fresh: { link, token }, onTaken, onDone }: FreshProps) {
  const panel = useRef<HTMLDivElement>(null)
  // It replaces the form that had the focus.
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={panel} className={styles.fresh}>
      <h3 className={styles.heading} dir="auto">
        Link “<bdi>{link.name}</bdi>”
      </h3>
      <p>
        <strong>This address is shown only now.</strong> Copy it and send it to your guests
        {link.hasPassphrase && ', and send the passphrase separately'}.
      </p>
      <CopyField
        primary
        label="Address of the link"
        value={`${location.origin}/listen#${token}`}
        onTaken={onTaken}
      />
      <Button onClick={onDone}>Done</Button>
    </div>
  )
}
