import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import type { DevelopmentMail } from '@andscene/contracts/platform'
import { mailboxAddress } from '@andscene/web-kit/config'
import { Loading } from '@andscene/web-kit/loading'
import { PageTitle } from '@andscene/web-kit/page-title'
import { dayAndTimeText } from '@andscene/web-kit/text/dates'
import { Link, Navigate } from 'react-router-dom'
import { Failure } from '../account/account-card.tsx'
import { MailIcon } from '../account/mail.tsx'
import { withEmail } from '../account/navigation.tsx'
import account from '../account/account.module.css'
import styles from './mailbox-page.module.css'
import { useMails } from './use-mails.ts'

/** The development mailbox: e-mails of the embedded identity service, with working links (decision 0024). */
export function MailboxPage() {
  const address = mailboxAddress()
  const { mails, failed } = useMails(address)
  if (!address) return <Navigate to="/secret-login" replace />
  return (
    <div className={styles.page}>
      <PageTitle>Development mailbox</PageTitle>
      <meta name="robots" content="noindex, nofollow" />
      <h1 className={account.title}>Development mailbox</h1>
      <p className={classNames(account.intro, styles.intro)}>
        And Scene runs on this computer only and sends no email. Its emails are listed here, newest first.
      </p>
      {failed && <Failure>The mailbox cannot be read right now. Trying again…</Failure>}
      <output className="as-visually-hidden">
        {mails?.[0] && `Newest email: ${mails[0].subject}, to ${mails[0].to}`}
      </output>
      {mails ? <MailList mails={mails} /> : !failed && <Loading text="Loading emails..." />}
    </div>
  )
}

function MailList({ mails }: { mails: DevelopmentMail[] }) {
  if (mails.length === 0)
    return (
      <div className={styles.empty}>
        <MailIcon size={40} />
        <strong>No emails yet</strong>
        <p className={parts.hint}>
          <Link to="/register">Create an account</Link> or <Link to="/reset-password">reset a password</Link>.
          The email appears here automatically.
        </p>
      </div>
    )
  return (
    <ul className={classNames(parts.list, styles.mails)} aria-label="Emails">
      {mails.map((mail) => (
        <li key={mail.id}>
          <Mail {...mail} />
        </li>
      ))}
    </ul>
  )
}

function Mail({ id, subject, to, sentAt, path, text, spent }: DevelopmentMail) {
  return (
    <article className={classNames(parts.card, styles.mail)} aria-labelledby={id}>
      <span className={classNames(parts.disc, styles.icon)}>
        <MailIcon size={20} />
      </span>
      <div className={styles.text}>
        <h2 id={id}>{subject}</h2>
        <p className={parts.hint}>
          To <bdi>{to}</bdi>
        </p>
        <p className={parts.hint}>
          <time dateTime={sentAt}>{dayAndTimeText(sentAt)}</time>
        </p>
      </div>
      {spent ? (
        <span className={styles.spent}>Link used</span>
      ) : (
        <Link to={path} {...withEmail(to)} className="as-button as-button-primary" aria-describedby={id}>
          Open link
        </Link>
      )}
      {text !== undefined && (
        <details className={classNames(parts.disclosure, styles.content)}>
          <summary>Show text</summary>
          <p dir="auto">{text}</p>
        </details>
      )}
    </article>
  )
}
