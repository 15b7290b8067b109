import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const packers = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof packers

/**
 * Of pages: revalidated each time, and stored by no shared cache, because which versions of remotes a
 * page brings, and the cookie of its place among a share, are one browser's own.
 */
export const PAGE_CACHING = 'private, no-cache'

export type ComposedPage = { etag: string; plain: Buffer } & Record<Encoding, Buffer>

export async function pack(html: string): Promise<ComposedPage> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([packers.br(plain), packers.gzip(plain)])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, br, gzip: gz }
}

/** Compressed as the browser can unpack it; 304 to one that has it already. */
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
