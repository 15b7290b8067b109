import { isolated } from '@andscene/contracts/text/isolated'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { PlusIcon } from '../icons/actions.tsx'
import { useSnackbar } from '../components/snackbar.tsx'
import type { Draft } from '@andscene/contracts/drafts'
import { guestAddress, LeadsTo } from './changes-link.tsx'
import { CopyField } from './copy-field.tsx'
import type { useLinkAddresses } from './link-addresses.ts'
import { LinkForm } from './link-form.tsx'
import { LinkRow } from './link-row.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { isExpired } from './sharing-text.ts'
import type { Ask } from './use-question.tsx'

type Props = {
  scriptId: string
  links: readonly ShareLink[]
  /** The drafts that the present one can be compared with. */
  drafts: readonly Draft[]
  /** The link that was just created. */
  fresh: ShareLink | undefined
  onFresh: (fresh: ShareLink | undefined) => void
  known: ReturnType<typeof useLinkAddresses>
  ask: Ask
}

const isOver = (link: ShareLink) => link.revokedAt !== undefined || isExpired(link)

export function LinksTab({ scriptId, links, drafts, fresh, onFresh, known, ask }: Props) {
  const snackbar = useSnackbar()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const [isMaking, setMaking] = useState<boolean>()
  const [original, setOriginal] = useState<ShareLink>()
  const ordered = links.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
  const address = fresh && known.addresses[fresh._id]
  const endForm = () => {
    setMaking(false)
    setOriginal(undefined)
  }
  return (
    <>
      <div ref={form}>
        {fresh && address ? (
          <FreshLink
            key={fresh._id}
            link={fresh}
            drafts={drafts}
            url={address.url}
            onTaken={() => known.take(fresh._id)}
            onDone={() => {
              onFresh(undefined)
              heading.current?.focus()
            }}
          />
        ) : (isMaking ?? links.length === 0) ? (
          <LinkForm
            key={original?._id}
            scriptId={scriptId}
            original={original}
            drafts={drafts}
            isWanted={isMaking === true}
            onCancel={
              links.length > 0
                ? () => {
                    endForm()
                    heading.current?.focus()
                  }
                : undefined
            }
            onCreated={({ link, token }) => {
              endForm()
              known.add(link._id, guestAddress(link, token))
              onFresh(link)
              snackbar.success(`The link "${isolated(link.name)}" was created.`)
            }}
          />
        ) : (
          <Button icon={<PlusIcon />} onClick={() => setMaking(true)}>
            New link
          </Button>
        )}
      </div>
      <section className={styles.section}>
        <h3 ref={heading} tabIndex={-1} className={styles.heading}>
          Links for guests
        </h3>
        {links.length === 0 ? (
          <p className={styles.empty}>No links yet. With a link, guests listen without an account.</p>
        ) : (
          <ul className={parts.list}>
            {ordered.map((link) => (
              <LinkRow
                key={link._id}
                scriptId={scriptId}
                link={link}
                drafts={drafts}
                address={link._id === fresh?._id ? undefined : known.addresses[link._id]}
                onTaken={() => known.take(link._id)}
                onDuplicate={() => {
                  onFresh(undefined)
                  setOriginal(link)
                  setMaking(true)
                  form.current?.scrollIntoView({ block: 'nearest' })
                }}
                ask={ask}
                heading={heading}
              />
            ))}
          </ul>
        )}
        <p className={parts.hint}>Guests see: “The writer sees how far you listened.”</p>
      </section>
    </>
  )
}

type FreshProps = {
  link: ShareLink
  drafts: readonly Draft[]
  url: string
  onTaken: () => void
  onDone: () => void
}

function FreshLink({ link, drafts, url, onTaken, onDone }: FreshProps) {
  const panel = useRef<HTMLDivElement>(null)
  // It replaces the form that had the focus.
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={panel} className={styles.fresh}>
      <h3 className={styles.heading} dir="auto">
        Link “<bdi>{link.name}</bdi>”
      </h3>
      <p>
        <strong>Copy this address and send it to your guests</strong>
        {link.hasPassphrase && ', and send the passphrase separately'}. You can copy it here until you close
        or reload this page.
      </p>
      <LeadsTo link={link} drafts={drafts} />
      <CopyField primary label="Address of the link" value={url} onTaken={onTaken} />
      <Button onClick={onDone}>Done</Button>
    </div>
  )
}
