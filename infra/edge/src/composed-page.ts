import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const packers = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof packers

/**
 * Pages are revalidated each time and not stored by shared caches, because the remote versions in a page and its
 * rollout cookie belong to one browser.
 */
export const PAGE_CACHING = 'private, no-cache'

export type ComposedPage = { etag: string; plain: Buffer } & Record<Encoding, Buffer>

export async function pack(html: string): Promise<ComposedPage> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([packers.br(plain), packers.gzip(plain)])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, br, gzip: gz }
}

/** Sends the page in an encoding that the browser accepts; 304 if its ETag matches. */
export function sendComposed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: ComposedPage,
): FastifyReply {
  void reply.headers({ 'cache-control': PAGE_CACHING, vary: 'accept-encoding', etag: page.etag })
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  if (known.includes(page.etag) || known.includes('*')) return reply.code(304).send()
  void reply.type('text/html; charset=utf-8')
  const accepted = headers['accept-encoding']
  const encoding = accepted === undefined ? null : negotiate<Encoding>(accepted, ['br', 'gzip'])
  if (encoding === null) return reply.send(page.plain)
  return reply.header('content-encoding', encoding).send(page[encoding])
}
