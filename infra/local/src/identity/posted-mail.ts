import { PostedMail } from '@andscene/contracts/platform'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fits } from '@andscene/contracts/fits'
import { logLine } from '../log/own.ts'
import type { Mailbox } from './mailbox.ts'

const BODY_LIMIT_BYTES = 16 * 1024

/** Puts the mail of a request of the gateway into the mailbox, and writes it to the log with its link. */
export async function takeMail(
  request: IncomingMessage,
  response: ServerResponse,
  { mailbox, publicOrigin }: { mailbox: Mailbox; publicOrigin: string },
): Promise<void> {
  const mail = await readMail(request)
  response.setHeader('content-type', 'application/json')
  if (!mail) return void response.writeHead(400).end('{}')
  const { to, subject, path } = mail
  logLine('info', `E-mail to ${to}: ${subject}: ${publicOrigin}${path}`)
  mailbox.deliver({ to, subject, path })
  response.end('{}')
}

/** Undefined for what is no mail. */
async function readMail(request: IncomingMessage): Promise<PostedMail | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      // Read to its end anyway, so that the client reads the response.
      if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk)
    }
    if (bytes > BODY_LIMIT_BYTES) return undefined
    const mail: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return fits(PostedMail, mail) ? mail : undefined
  } catch {
    return undefined
  }
}
