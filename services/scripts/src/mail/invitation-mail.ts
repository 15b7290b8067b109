import { maskedAddress } from '@andscene/contracts/text/address'
import { INVITATION_DAYS } from '@andscene/contracts/limits'
import { quotedWords } from '@andscene/contracts/text/quoted-words'
import { escape } from 'html-escaper'
import type { Invitation } from './mailer.ts'

const MAY: Record<Invitation['role'], string> = {
  editor: 'You can listen to it, write notes on its lines and cast its voices.',
  commenter: 'You can listen to it and write notes on its lines.',
  listener: 'You can listen to it.',
}

/** Constant, so that a user's text never appears in the list of a mailbox. */
export const INVITATION_SUBJECT = 'A script was shared with you on And Scene'

/** Returns the link of an invitation. The address is in its fragment, so that the user need not type it to sign up. */
export const invitationPath = ({ path, to }: Pick<Invitation, 'path' | 'to'>): string =>
  path.includes('#') ? `${path}&${encodeURIComponent(to)}` : path

type Part = { text: string; link?: string }

/** An invitation as text and as simple HTML. `linkTo` returns the URL of a path of the application. */
export function invitationMail(invitation: Invitation, linkTo: (path: string) => string) {
  const { to, role, declinePath } = invitation
  const inviter = quotedWords(invitation.inviter)
  const who = inviter ? `“${inviter}”` : 'The owner'
  const title = quotedWords(invitation.title) || 'Untitled'
  const parts: Part[] = [
    { text: `${who} shared a script with you on And Scene: “${title}”. ${MAY[role]}` },
    { text: 'Open the invitation', link: linkTo(invitationPath(invitation)) },
    {
      text: `The invitation is for ${maskedAddress(to)} and can be accepted for ${INVITATION_DAYS} days. The name and the title are as typed by the person who sent it.`,
    },
    { text: 'I don’t know this person', link: linkTo(declinePath) },
    { text: 'If you decline, you will not receive any more email from them.' },
  ]
  return {
    subject: INVITATION_SUBJECT,
    text: `${parts.map(({ text, link }) => (link ? `${text}: ${link}` : text)).join('\n\n')}\n`,
    html: [
      '<!doctype html><html><body style="font-family: sans-serif; line-height: 1.5">',
      ...parts.map(({ text, link }) =>
        link ? `<p><a href="${escape(link)}">${escape(text)}</a></p>` : `<p>${escape(text)}</p>`,
      ),
      '</body></html>',
    ].join('\n'),
  }
}
