import { PostedMail } from '@andscene/contracts/platform'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { fits } from '@andscene/contracts/schema/fits'
import { logLine } from '../log/own.ts'
import type { Mailbox } from './mailbox.ts'

/** Stores a mail that the scripts service sent in the mailbox, and logs it with its link. */
export async function takeMail(
  request: IncomingMessage,
  response: ServerResponse,
  { mailbox, publicOrigin }: { mailbox: Mailbox; publicOrigin: string },
): Promise<void> {
  const mail = await readMail(request)
  response.setHeader('content-type', 'application/json')
  if (!mail) return void response.writeHead(400).end('{}')
  const { to, subject, path, text } = mail
  logLine('info', `E-mail to ${to}: ${subject}: ${publicOrigin}${path}`)
  mailbox.deliver({ to, subject, path, ...(text !== undefined && { text }) })
  response.end('{}')
}

/** Returns undefined for an invalid mail. The sender has the secret of this run, so that the size needs no limit. */
async function readMail(request: IncomingMessage): Promise<PostedMail | undefined> {
  const mail: unknown = await json(request).catch(() => undefined)
  return fits(PostedMail, mail) ? mail : undefined
}
