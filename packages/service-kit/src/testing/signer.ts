import { createApp } from '../create-app.ts'
import { internalTokens } from '../internal-tokens.ts'

/** An app that signs internal tokens as `self` does, for tests; to be closed. Key: base64 of its PEM form. */
export async function openSigner(self: 'gateway' | 'scripts' | 'tts', privateKey: string) {
  const app = await createApp({ name: self, logLevel: 'silent' })
  await app.register(internalTokens, { self, privateKey })
  await app.ready()
  return app
}
