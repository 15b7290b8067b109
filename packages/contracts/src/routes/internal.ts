import { Type } from '../schema/schema.ts'
import { defineRoute } from '../define-route.ts'
import { Done, Success } from '../schema/envelope.ts'
import {
  AudioBody,
  AudioSource,
  ForgetSubscriberBody,
  LinkSource,
  LinkSourceBody,
  ScriptsBody,
  ScriptSource,
} from '../internal.ts'
import { ScriptParams } from '../script.ts'

/** Calls between services over HTTP, on routes that are never public (architecture §5, §6). */

/** Omits missing scripts, and those that `person` may not listen to. */
export const readScripts = defineRoute({
  id: 'readScripts',
  endpoint: 'POST /internal/scripts/read',
  service: 'scripts',
  access: 'service',
  callers: ['tts'],
  summary: 'Get owners, roles, castings and lines of scripts',
  body: ScriptsBody,
  response: Success(Type.Object({ scripts: Type.Array(ScriptSource) })),
})

export const readAudio = defineRoute({
  id: 'readAudio',
  endpoint: 'POST /internal/scripts/:id/audio',
  service: 'tts',
  access: 'service',
  callers: ['scripts'],
  summary: 'List the stored clips of a script with its narration progress',
  params: ScriptParams,
  body: AudioBody,
  response: Success(AudioSource),
})

export const forgetSubscriber = defineRoute({
  id: 'forgetSubscriber',
  endpoint: 'POST /internal/subscribers/forget',
  service: 'subscriptions',
  access: 'service',
  callers: ['scripts'],
  summary: 'Remove an address from the launch list',
  body: ForgetSubscriberBody,
  response: Done,
})

/**
 * Also responds with WRONG_PASSPHRASE to any passphrase on an ended link. The gateway counts these and responds with
 * NOT_FOUND.
 */
export const openLinkSource = defineRoute({
  id: 'openLinkSource',
  endpoint: 'POST /internal/links/open',
  service: 'scripts',
  access: 'service',
  callers: ['gateway'],
  summary: 'Get a guest of a link',
  body: LinkSourceBody,
  response: Success(LinkSource),
  errors: ['NOT_FOUND', 'WRONG_PASSPHRASE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})
