import type { Invitation } from './mailer.ts'

const MAY: Record<Invitation['role'], string> = {
  editor: 'You can listen to it, write notes on its lines and cast its voices.',
  commenter: 'You can listen to it and write notes on its lines.',
  listener: 'You can listen to it.',
}

/** Names and titles are whatever people typed: none of them may begin a line of its own, or a header. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

export const invitationSubject = ({ title }: Pick<Invitation, 'title'>): string =>
  `“${oneLine(title)}” was shared with you`

/** What an invitation says, as text and as simple HTML. `link`: where the script is read. */
export function invitationMail(invitation: Invitation, link: string) {
  const { to, role } = invitation
  const inviter = oneLine(invitation.inviter)
  const title = oneLine(invitation.title)
  const shared = `${inviter} has shared the script “${title}” with you on And Scene. ${MAY[role]}`
  const account = `Sign in with ${to}, or create an account with this address.`
  const unknown = 'If you do not know who this is from, do nothing: nobody has your address from us.'
  return {
    subject: invitationSubject(invitation),
    text: [shared, `Open the script: ${link}`, account, unknown].join('\n\n') + '\n',
    html: [
      '<!doctype html><html><body style="font-family: sans-serif; line-height: 1.5">',
      `<p>${escape(shared)}</p>`,
      `<p><a href="${escape(link)}">Open the script</a></p>`,
      `<p>${escape(account)}</p>`,
      `<p>${escape(unknown)}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
}
const escape = (text: string) => text.replaceAll(/[&"'<>]/g, (sign) => ENTITIES[sign]!)
