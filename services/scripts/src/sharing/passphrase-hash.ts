import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

/** 16 MiB and some 40 ms of one core for each try (RFC 7914). */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 }
const [SALT_BYTES, HASH_BYTES] = [16, 32]
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** `salt.hash`, both base64url. The same passphrase typed with another composition of its letters is the same. */
export async function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(passphrase.normalize('NFKC'), salt, HASH_BYTES, COST)
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

export async function isPassphrase(passphrase: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const given = await derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'), HASH_BYTES, COST)
  const known = Buffer.from(expected, 'base64url')
  return known.length === given.length && timingSafeEqual(known, given)
}
